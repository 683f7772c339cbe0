/** What a token may be used for. */
export const scopes = ['REALM_CREATE', 'REALM_MANAGE', 'REALM_DELETE', 'REALM_DATA', 'USER_ME', 'USER_UPDATE'] as const;
export type Scope = (typeof scopes)[number];
