import { z } from 'zod';
import type { EndpointName } from './routes.ts';
import type { EndpointSchemas } from './endpoint.ts';
import { passwordRule } from './rules.ts';

/** The longest text to paste: an RSA key with 8192 bits and the comment behind it. */
const maxKeyText = 4096;

/** A public key with which the account logs in over SFTP. */
export const SshKey = z.object({
  id: z.uuid(),
  name: z.string(),
  /** As in the key's file, such as ssh-ed25519. */
  type: z.string(),
  /** As `ssh-keygen -l` shows it. */
  fingerprint: z.string(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
});
export type SshKey = z.infer<typeof SshKey>;

/** `sftp`: whether this installation offers SFTP. */
export const SshKeys = z.object({ sftp: z.boolean(), keys: z.array(SshKey) });
export type SshKeys = z.infer<typeof SshKeys>;

/** The line of a file ending in .pub; and the password, because a key grants access. */
export const SshKeyAddBody = z.object({
  public_key: z.string().min(1).max(maxKeyText),
  user_password: z.string().min(1).max(passwordRule.max),
});

export const sshKeyEndpoints = {
  sshKeys: {
    summary: 'The account’s public keys for SFTP',
    response: SshKeys,
  },
  sshKeyAdd: {
    summary: 'Add a public key for SFTP',
    body: SshKeyAddBody,
    response: SshKeys,
    errors: [
      'ssh_key_invalid',
      'ssh_key_private',
      'ssh_key_weak',
      'ssh_key_known',
      'ssh_key_limit',
      'chat_password_wrong',
    ],
  },
  sshKeyRemove: {
    summary: 'Remove a public key, and end its connections',
    response: SshKeys,
    errors: ['ssh_key_unknown'],
  },
} as const satisfies Partial<Record<EndpointName, EndpointSchemas>>;
