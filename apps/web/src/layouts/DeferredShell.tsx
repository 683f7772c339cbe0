import { AppToasts } from '../shared/AppToasts.tsx';
import { AuthDialogs } from '../features/auth/AuthDialogs.tsx';
import { SessionNotices } from '../features/auth/SessionNotices.tsx';
import { LanguageDetector } from '../features/language/LanguageDetector.tsx';
import { Invitation } from '../features/auth/Invitation.tsx';
import { LiveConnection } from '../features/live/LiveConnection.tsx';
import { RouteProgress } from './RouteProgress.tsx';
import { SignOutHandler } from './SignOutHandler.tsx';

/** What goes on beside every page: none of it is in the first paint, and its code comes after that. */
export function DeferredShell() {
  return (
    <>
      <AuthDialogs />
      <RouteProgress />
      <AppToasts />
      <SessionNotices />
      <SignOutHandler />
      <LiveConnection />
      <LanguageDetector />
      <Invitation />
    </>
  );
}
