import type { Handlers } from '../../../http/implement.ts';
import { chatLink } from './chat-link.ts';
import { chatUnlink } from './chat-unlink.ts';
import { chatVerify } from './chat-verify.ts';

export const chatRoutes = { chatLink, chatVerify, chatUnlink } satisfies Partial<Handlers>;
