import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyBaseLogger } from 'fastify';
import { createFakeChat, type FakeChat } from './chat/fake-chat.ts';
import { deleteEndedConsents } from './chat/consent-store.ts';
import { deleteOldMessages } from './chat/message-store.ts';
import { serveChatPages } from './chat/pages/serve-pages.ts';
import { serveDiscord } from './chat/serve-discord.ts';
import { openDatabase } from './database.ts';
import { createFakeKernels } from './kernels/fake-kernels.ts';
import { serveKernels } from './kernels/serve-kernels.ts';
import { sandboxProjects } from './modrinth/fake-projects.ts';
import { serveModrinth } from './modrinth/serve-modrinth.ts';
import type { Keys } from './keys.ts';
import { parseForms } from './pages/forms.ts';
import { PageFault } from './pages/protect-pages.ts';
import { isInside } from './pages/visitors.ts';
import { createFakePayments, type FakePayments } from './payments/fake-payments.ts';
import { servePaymentPages } from './payments/pages/serve-pages.ts';
import { deleteOldPayments } from './payments/payment-store.ts';
import { deleteOldRequests } from './payments/request-store.ts';
import { serveRobokassa } from './payments/robokassa-endpoints.ts';
import { serveStripe } from './payments/stripe-endpoints.ts';
import type { Product } from './product.ts';

const sweepEveryMs = 3_600_000;
const maxConnections = 1_000;

export interface FakeProviders {
  chat: FakeChat;
  payments: FakePayments;
  port: number;
  /** The product is ready from now on. @param origin for callbacks about payments and pressed buttons */
  tell(origin: string): void;
  /** Removes expired data; done every hour. */
  sweep(): void;
  close(): Promise<void>;
}

interface Settings {
  /** Of the database. */
  file: string;
  keys: Keys;
  /** Where browsers find the product. */
  publicUrl: string;
  listen: { host: string; port: number } | { fd: number };
  log: FastifyBaseLogger;
}

/** Serves what the providers serve, for the product's programs and for browsers, on one port. */
export async function startFakeProviders({ file, keys, publicUrl, listen, log }: Settings): Promise<FakeProviders> {
  const db = openDatabase(file);
  const product: Product = { publicUrl, origin: null };
  const chat = createFakeChat({ db, keys: keys.chat, product });
  const payments = createFakePayments({ db, keys: keys.payments, product, log });
  const server = Fastify({ forceCloseConnections: true, bodyLimit: 64 * 1024, routerOptions: { maxParamLength: 128 } });
  server.server.maxConnections = maxConnections;
  server.addHook('onRequest', async (request) => {
    if (!isInside(request, publicUrl)) throw new PageFault(403, 'This is for visitors of the local network');
  });
  parseForms(server);
  await server.register(async (scope) => serveDiscord(scope, chat));
  await server.register(async (scope) => serveStripe(scope, payments));
  await server.register(async (scope) => serveRobokassa(scope, payments));
  await server.register(async (scope) => serveKernels(scope, createFakeKernels(log)));
  await server.register(async (scope) => serveModrinth(scope, sandboxProjects));
  await server.register(async (scope) => serveChatPages(scope, chat));
  await server.register(async (scope) => servePaymentPages(scope, payments));
  // Its types do not know of descriptors, which Node's own server takes.
  await server.listen(listen as object);
  const { port } = server.server.address() as AddressInfo;

  const sweep = () => {
    deleteOldMessages(db);
    deleteEndedConsents(db);
    deleteOldPayments(db);
    deleteOldRequests(db);
  };
  sweep();
  const sweeping = setInterval(sweep, sweepEveryMs);
  return {
    chat,
    payments,
    port,
    tell(origin) {
      product.origin = origin;
      void payments.deliveries.look();
    },
    sweep,
    async close() {
      clearInterval(sweeping);
      await payments.deliveries.close();
      await server.close();
      db.close();
    },
  };
}
