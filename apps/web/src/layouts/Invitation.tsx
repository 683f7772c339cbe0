import { useEffect } from 'react';
import { session } from '../api.ts';
import { acceptInvitation } from '../session/auth-dialog.ts';
import { inviterOf } from './inviter.ts';

/** The link that a player gives to his friends, `/?ref=nickname`, opens the registration with his name filled in. */
export function Invitation() {
  useEffect(() => {
    const inviter = inviterOf(location);
    if (inviter !== null && !session.state.get().isLoggedIn) acceptInvitation(inviter);
  }, []);
  return null;
}
