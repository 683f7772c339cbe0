import { useEffect } from 'react';
import { acceptInvitation } from '../../session/auth-dialog.ts';
import { sessionState } from '../../session/use-session.ts';
import { inviterOf } from './inviter.ts';

/** A player's invitation link, `/?ref=nickname`, opens the registration with their name filled in. */
export function Invitation() {
  useEffect(() => {
    const inviter = inviterOf(location);
    if (inviter !== null && !sessionState.get().isLoggedIn) acceptInvitation(inviter);
  }, []);
  return null;
}
