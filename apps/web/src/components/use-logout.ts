import { useNavigate } from '@tanstack/react-router';
import { session } from '../api.ts';
import { paths } from '../paths.ts';

/** Logs out and, when that succeeds, goes home. */
export function useLogout(): () => void {
  const navigate = useNavigate();
  const logout = async () => {
    if ((await session.logout()).ok) await navigate(paths.home);
  };
  return () => void logout();
}
