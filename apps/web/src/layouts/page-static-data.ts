import type { Messages } from '../i18n/messages.ts';

/** What a route says of itself, for the head of the page, the guard, and the build. */
export interface PageStaticData {
  title?: keyof Messages['shell']['titles'];
  /** Only for those who are logged in, as are the routes below it. */
  signIn?: boolean;
  /** The same for every visitor, so that the build renders it. */
  prerendered?: boolean;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends PageStaticData {}
}
