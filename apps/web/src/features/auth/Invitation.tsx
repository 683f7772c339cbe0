import { useEffect } from 'react';
import { acceptInvitation } from '../../session/auth-dialog.ts';
import { sessionState } from '../../session/use-session.ts';
import { inviterOf } from './inviter.ts';

/** The link that a player gives to his friends, `/?ref=nickname`, opens the registration with his name filled in. */
export function Invitation() {
  useEffect(() => {
    const inviter = inviterOf(location);
    if (inviter !== null && !sessionState.get().isLoggedIn) acceptInvitation(inviter);
  }, []);
  return null;
}
