import type { Handlers } from '../../../http/implement.ts';
import { sshKeyAdd } from './ssh-key-add.ts';
import { sshKeyRemove } from './ssh-key-remove.ts';
import { sshKeys } from './ssh-keys.ts';

export const sshKeyRoutes = { sshKeys, sshKeyAdd, sshKeyRemove } satisfies Partial<Handlers>;
