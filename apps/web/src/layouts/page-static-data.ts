import type { Catalogue } from '../i18n/catalogue.ts';

/** What a route says of itself, for the head of the page and the guard. */
export interface PageStaticData {
  title?: keyof Catalogue['shell']['titles'];
  /** Only for those who are logged in. */
  signIn?: boolean;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption extends PageStaticData {}
}
