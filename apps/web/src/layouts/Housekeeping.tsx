import { AppToasts } from '../shared/AppToasts.tsx';
import { AuthDialogs } from '../features/auth/AuthDialogs.tsx';
import { SessionNotices } from '../features/auth/SessionNotices.tsx';
import { FirstLanguage } from '../features/language/FirstLanguage.tsx';
import { Invitation } from '../features/auth/Invitation.tsx';
import { LiveConnection } from '../features/live/LiveConnection.tsx';
import { RouteProgress } from './RouteProgress.tsx';
import { SignedOutWatch } from './SignedOutWatch.tsx';

/** What goes on beside every page: none of it is in the first paint, and its code comes after that. */
export function Housekeeping() {
  return (
    <>
      <AuthDialogs />
      <RouteProgress />
      <AppToasts />
      <SessionNotices />
      <SignedOutWatch />
      <LiveConnection />
      <FirstLanguage />
      <Invitation />
    </>
  );
}
