import { useNavigate } from '@tanstack/react-router';
import { paths } from '../../shared/paths.ts';

/** Logs out and, when that succeeds, goes home. */
export function useLogout(): () => void {
  const navigate = useNavigate();
  const logout = async () => {
    const { session } = await import('../../api/api.ts');
    if ((await session.logout()).ok) await navigate(paths.home);
  };
  return () => void logout();
}
