import { AppToasts } from '../components/AppToasts.tsx';
import { AuthDialogs } from '../components/AuthDialogs.tsx';
import { SessionNotices } from '../components/SessionNotices.tsx';
import { FirstLanguage } from './FirstLanguage.tsx';
import { Invitation } from './Invitation.tsx';
import { LiveConnection } from './LiveConnection.tsx';
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
