interface ErrorCodeEntry {
  /** The HTTP status of an answer with this code. */
  status: number;
  /** What happened, in English; `{name}` stands for a parameter. The pages translate by the code. */
  message: string;
}

/** Every error that the api can answer with. */
export const errorCodes = {
  invalid_request: { status: 400, message: 'The request is not valid: {problem}' },
  unauthorized: { status: 401, message: 'Please log in' },
  token_expired: { status: 401, message: 'The access token has expired' },
  forbidden: { status: 403, message: 'You do not have access rights' },
  not_found: { status: 404, message: 'Resource not found' },
  body_too_large: { status: 413, message: 'The request is larger than {limit} bytes' },
  unsupported_media_type: { status: 415, message: 'The body must be JSON' },
  rate_limited: { status: 429, message: 'Too many requests. Try again in {seconds} seconds' },
  internal_error: { status: 500, message: 'Server error, please try again later. Request {requestId}' },
  unavailable: { status: 503, message: 'The service is temporarily unavailable' },

  login_invalid: { status: 401, message: 'Invalid username or password' },
  login_user_unknown: { status: 404, message: 'The user "{username}" does not exist' },
  account_blocked: { status: 403, message: 'This account is blocked' },
  refresh_token_invalid: { status: 401, message: 'Your session has ended. Please log in' },
  login_undeliverable: {
    status: 503,
    message: 'We could not send you the confirmation. Join the community and allow direct messages from its members',
  },
  login_rejected: { status: 403, message: 'Discord verification has been rejected' },
  login_expired: { status: 408, message: 'The login was not confirmed in time' },
  login_cancelled: { status: 409, message: 'This login was cancelled, for example by a newer one. Log in again' },
  password_change_invalid: { status: 400, message: 'Incorrect old password or repeated password' },
  session_unknown: { status: 404, message: 'This session does not exist' },
  language_invalid: { status: 400, message: 'This language is not supported' },
  registration_closed: { status: 503, message: 'Registration will be available soon' },
  /**
   * The answer to `challenge` is a number. The SHA-256 of the challenge up to its first dot, a dot and the number in decimal must begin with
   * `bits` zero bits. A challenge is good for one attempt within ten minutes.
   */
  registration_work: {
    status: 428,
    message: 'Your network has registered many accounts: solve the challenge first',
  },
  register_username_taken: { status: 400, message: 'Bad credentials or username already taken' },
  register_referrer_unknown: { status: 404, message: 'Specified referrer not found' },

  chat_unavailable: { status: 503, message: 'The chat platform is not responding at the moment' },
  chat_code_invalid: { status: 400, message: 'Incorrect verification code' },
  chat_state_invalid: {
    status: 400,
    message: 'This link has been used, has expired or belongs to another account. Start again',
  },
  chat_account_taken: { status: 409, message: 'This chat account is linked to another player' },
  chat_already_linked: { status: 409, message: 'You have already linked a chat account. Unlink it first' },
  chat_join_refused: {
    status: 409,
    message: 'You could not be added to the community. Join it yourself, then start again',
  },
  chat_undeliverable: {
    status: 409,
    message: 'We cannot send you direct messages. Allow them from members of the community, then start again',
  },
  chat_not_linked: { status: 404, message: 'No chat account is linked' },
  chat_password_wrong: { status: 400, message: 'Incorrect password' },

  ssh_key_invalid: {
    status: 400,
    message: 'This is not an SSH public key. Paste the single line from the file ending in .pub',
  },
  ssh_key_private: {
    status: 400,
    message:
      'This is your private key, which you should never share. Paste the single line from the file ending in .pub',
  },
  ssh_key_weak: { status: 400, message: 'Use an Ed25519 or ECDSA key, or an RSA key with 2048 to 8192 bits' },
  ssh_key_known: { status: 409, message: 'This key has already been added' },
  ssh_key_limit: { status: 409, message: 'An account can have at most {limit} keys. Remove one first' },
  ssh_key_unknown: { status: 404, message: 'This key does not exist' },

  insufficient_funds: { status: 402, message: 'You do not have enough coins' },
  wallet_debt: {
    status: 402,
    message: 'A payment was reversed: repay {coins} coins before you buy anything',
  },
  idempotency_conflict: { status: 409, message: 'This request was already made with different contents' },
  subscription_already: { status: 409, message: 'You already have an active subscription' },
  subscription_product_invalid: { status: 400, message: 'Invalid product' },
  subscription_price_risen: { status: 409, message: 'The price has risen to {price} coins' },
  subscription_none: { status: 404, message: 'You have no subscription' },
  user_unknown: { status: 404, message: 'There is no user with this name' },
  admin_self: { status: 409, message: 'You cannot block your own account' },
  grant_expired: { status: 400, message: 'The coins would have expired already' },
  payment_unavailable: { status: 503, message: 'Payments in {currency} are temporarily unavailable' },
  payment_refused: { status: 502, message: 'The payment provider refused the payment' },
  payment_return_invalid: { status: 400, message: 'The response from the payment provider could not be verified' },
  payment_unknown: { status: 404, message: 'You have no such payment' },
  product_unknown: { status: 404, message: 'There is no such product' },
  product_icon_unknown: { status: 400, message: 'The picture is no longer there. Upload it again' },
  product_icon_unreadable: { status: 400, message: 'This is not an intact PNG, JPEG or WebP picture' },
  product_icon_pixels: { status: 400, message: 'The picture has more than {limit} pixels' },

  realm_unknown: { status: 404, message: 'There is no such realm' },
  realm_limit_reached: { status: 405, message: 'Limit reached: your tier allows {limit}' },
  realm_name_taken: { status: 409, message: 'You already have a realm with this name' },
  realm_address_taken: { status: 409, message: 'This address is taken' },
  realm_address_reserved: { status: 400, message: 'This address is reserved' },
  realm_map_unknown: { status: 404, message: 'There is no such world' },
  realm_map_java: { status: 409, message: 'Only a Java server can make this world' },
  realm_create_forbidden: { status: 403, message: 'Your tier does not allow a realm of this kind' },
  realm_blocked: { status: 403, message: 'This realm is blocked' },
  realm_slots_invalid: { status: 400, message: 'Incorrect number of slots' },
  realm_slots_same: { status: 409, message: 'This number of slots is already set' },
  realm_slots_tier: { status: 403, message: 'Subscription upgrade required for this number of slots' },
  realm_game_tier: { status: 403, message: 'This feature needs a higher subscription' },
  realm_pack_tier: { status: 403, message: 'Subscription upgrade required for a resource pack' },
  realm_pack_url: {
    status: 400,
    message: 'The address of the resource pack must begin with http:// or https:// and contain no password',
  },
  realm_pack_address: { status: 400, message: 'The resource pack must be on the public internet' },
  realm_pack_unreachable: {
    status: 400,
    message: 'The resource pack could not be downloaded: its server is not responding',
  },
  realm_pack_status: {
    status: 400,
    message: 'The resource pack could not be downloaded: its server answered {status}',
  },
  realm_pack_redirects: { status: 400, message: 'The address of the resource pack redirects more than {limit} times' },
  realm_pack_size: { status: 400, message: 'The resource pack is larger than {limit} MiB' },
  realm_pack_slow: { status: 400, message: 'The resource pack did not arrive within {seconds} seconds' },
  realm_pack_content: {
    status: 400,
    message: 'This is not a resource pack: it must be a zip archive with pack.mcmeta in it',
  },
  realm_partner_tier: { status: 403, message: 'Subscription upgrade required for co-owners' },
  realm_partner_empty: { status: 400, message: 'Username cannot be empty' },
  realm_partner_self: { status: 409, message: 'The owner already has access to this realm' },
  realm_partner_already: { status: 409, message: 'This player is already a co-owner' },
  realm_partner_limit: { status: 409, message: 'A realm can have at most {limit} co-owners' },
  realm_partner_busy: { status: 409, message: 'This player is a co-owner of {limit} realms already' },
  realm_rule_limit: { status: 409, message: 'This list is full: it holds at most {limit} entries' },
  realm_rule_manager: { status: 409, message: 'This player manages the realm' },
  realm_player_offline: { status: 409, message: 'This player is not on the realm' },
  realm_partner_unknown: { status: 404, message: 'This player is not a co-owner' },
  upload_unknown: { status: 404, message: 'There is no such upload. Start again' },
  upload_offset: { status: 409, message: 'The upload continues at byte {offset}' },
  upload_limit: { status: 409, message: 'Finish or cancel your other uploads first' },
  upload_too_large: { status: 400, message: 'The file is larger than {limit} MiB' },
  upload_incomplete: { status: 409, message: 'The file has not arrived in full' },
  realm_map_archive: {
    status: 400,
    message: 'The archive is damaged, or contains files that do not belong in a world',
  },
  realm_map_world: {
    status: 400,
    message: 'The archive contains no Java Edition world, or nothing at its spawn point',
  },
  realm_map_version: {
    status: 400,
    message: 'The world, or part of it, is from version {version}. Only 1.16 to 1.16.5 can be read',
  },
  realm_map_size: { status: 400, message: 'Unpacked, the world is larger than {limit} MiB' },
  realm_map_limit: { status: 409, message: 'You already have {limit} worlds. Delete one first' },
  realm_not_running: { status: 409, message: 'This realm is not running at the moment' },
  realm_spawn_outside: { status: 400, message: 'Players cannot appear there: it is outside the world or its border' },
  realm_protected: {
    status: 409,
    message: 'This realm is protected from deletion. Lift the protection first',
  },
  realm_overlimit: { status: 403, message: 'Your tier does not allow this many realms. Upgrade, or delete another' },
  database_exists: { status: 409, message: 'This realm already has a database' },
  database_unknown: { status: 404, message: 'This realm has no database' },
  database_unavailable: { status: 503, message: 'This installation does not offer databases' },
  schedule_limit: { status: 409, message: 'Your tier allows {limit} schedules per realm' },
  schedule_unknown: { status: 404, message: 'There is no such schedule' },
  backup_no_world: { status: 409, message: 'This realm has not run yet: there is nothing to back up' },
  backup_running: { status: 409, message: 'A backup of this realm is being made. Wait until it is done' },
  backup_limit: { status: 409, message: 'Your tier allows {limit} backups per realm. Delete one first' },
  backup_space: {
    status: 409,
    message: 'The backups of this realm take up all the space in your tier. Delete one first',
  },
  backup_cooldown: { status: 429, message: 'You can make the next backup in {minutes} minutes' },
  backup_unknown: { status: 404, message: 'There is no such backup' },
  backup_not_ready: { status: 409, message: 'This backup is not ready' },
  backup_in_use: { status: 409, message: 'This backup is being restored. Wait until that is done' },
  restore_running: { status: 409, message: 'The world of this realm is being replaced. Wait until that is done' },
  backup_kept: {
    status: 409,
    message: 'This backup is needed to undo a kernel change, and will be removed automatically',
  },
  backup_newer: {
    status: 409,
    message: 'This backup is from version {version} of the game, which the kernel cannot read',
  },
  programs_off: {
    status: 409,
    message: 'Java servers and plugins are not available here: the machine lacks the isolation they need',
  },
  kernel_tier: { status: 403, message: 'The plan does not include this kernel' },
  product_changed: { status: 409, message: 'Someone else has changed the product meanwhile. Reload it' },
  plan_kernels_changed: { status: 409, message: 'Someone else has changed the plans meanwhile. Reload them' },
  kernel_same: { status: 409, message: 'The realm already runs this' },
  kernel_older: {
    status: 409,
    message: 'The world has been opened by version {version}, and cannot go back to an older one',
  },
  kernel_version: { status: 404, message: 'There is no such version' },
  kernel_java: { status: 409, message: 'This version needs Java {java}, which is not installed here' },
  kernel_eula: { status: 409, message: 'Agree to the licence of the game first' },
  kernel_changing: { status: 409, message: 'The kernel of this realm is being changed. Wait until that is done' },
  kernel_no_world: { status: 409, message: 'This realm has not run yet. Start it once first' },
  kernel_no_way_back: { status: 404, message: 'This change can no longer be undone' },
  kernel_unavailable: { status: 503, message: 'The makers of this kernel cannot be reached. Try again later' },
  kernel_jar: { status: 409, message: 'This jar is no longer in the folder kernel, or has changed. Choose it again' },
  kernel_jars: {
    status: 409,
    message:
      'This realm, its backups and the kernels to go back to already use {limit} jars. Delete a backup with another jar',
  },
  addon_kernel: { status: 409, message: 'The kernel of this realm does not run add-ons of this kind' },
  addon_unbounded: {
    status: 409,
    message: 'WorldEdit’s limits cannot be enforced on Fabric. Use Paper or Purpur',
  },
  addon_unknown: { status: 404, message: 'There is no such project on Modrinth' },
  addon_unreachable: { status: 503, message: 'Modrinth cannot be reached. Try again later' },
  addon_installing: { status: 409, message: 'Something is being installed on this realm. Wait until that is done' },
  modpack_loader: {
    status: 409,
    message: 'This modpack needs {loader}, but servers here run modpacks for Fabric only',
  },
  file_none: { status: 409, message: 'This realm has no files yet. They are created when it first runs' },
  file_unknown: { status: 404, message: 'This file or folder no longer exists' },
  file_exists: { status: 409, message: 'Something with this name already exists' },
  file_name_invalid: { status: 400, message: 'A file or folder cannot have this name' },
  file_reserved: { status: 403, message: 'The realm needs this: it cannot be changed or deleted' },
  file_world_live: { status: 409, message: 'The running realm writes its world: stop the realm first' },
  file_changed: { status: 409, message: 'The file has changed since it was opened' },
  file_quota: { status: 409, message: 'There is no room for this. Delete something first' },
  log_too_large: { status: 400, message: 'The log is larger than 16 MiB packed or 64 MiB unpacked: download it' },
  file_too_large: { status: 400, message: 'The file is larger than 1 MiB: download it to edit it' },
  file_archive_unreadable: {
    status: 400,
    message: 'The archive is damaged, has a password, or is neither a zip nor a tar.gz',
  },
  file_archive_refused: {
    status: 400,
    message: 'The archive contains something we do not unpack: links, paths that lead outside it, or far too much data',
  },
  file_work_running: {
    status: 409,
    message: 'An archive of this realm is being packed or unpacked. Wait until that is done',
  },
  disk_full: {
    status: 507,
    message: 'The machine is short of disk space. Nothing was changed; the operator has been notified',
  },
  file_not_text: { status: 400, message: 'This is not UTF-8 text: download it to edit it' },
  chat_link_required: { status: 403, message: 'Link your chat account first' },
} as const satisfies Record<string, ErrorCodeEntry>;

export type ErrorCode = keyof typeof errorCodes;

/** The parameters of an error, for its message. */
export type ErrorParams = Record<string, string | number>;

/** The English message of a code with its parameters filled in. */
export function errorMessage(code: ErrorCode, params: ErrorParams = {}): string {
  return errorCodes[code].message.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));
}
