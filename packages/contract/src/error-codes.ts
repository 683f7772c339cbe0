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
  unavailable: { status: 503, message: 'The service is unavailable at the moment' },

  login_invalid: { status: 401, message: 'Invalid username or password' },
  login_user_unknown: { status: 404, message: 'The user "{username}" does not exist' },
  account_blocked: { status: 403, message: 'This account is blocked' },
  refresh_token_invalid: { status: 401, message: 'The session has ended. Please log in' },
  login_undeliverable: {
    status: 503,
    message:
      'The confirmation could not be sent. Join the community channel and allow direct messages from its members',
  },
  login_rejected: { status: 403, message: 'Discord verification has been rejected' },
  login_expired: { status: 408, message: 'Nobody confirmed the log-in in time' },
  login_cancelled: { status: 409, message: 'This log-in was cancelled, as by a newer one. Log in again' },
  password_change_invalid: { status: 400, message: 'Incorrect old password or repeated password' },
  session_unknown: { status: 404, message: 'There is no such session' },
  language_invalid: { status: 400, message: 'This language is not supported' },
  registration_closed: { status: 503, message: 'Registration will be available soon' },
  /**
   * `challenge` is to be answered by a number: the SHA-256 of the part of it before the first dot, a dot and the number in decimal begins with
   * `bits` zero bits. It is good for one attempt, for ten minutes.
   */
  registration_work: {
    status: 428,
    message: 'Something has to be computed first',
  },
  register_username_taken: { status: 400, message: 'Bad credentials or username already taken' },
  register_referrer_unknown: { status: 404, message: 'Specified referrer not found' },

  chat_unavailable: { status: 503, message: 'The chat platform does not answer at the moment' },
  chat_code_invalid: { status: 400, message: 'Incorrect verification code' },
  chat_state_invalid: {
    status: 400,
    message: 'This link has been used, has expired or belongs to another account. Start again',
  },
  chat_account_taken: { status: 409, message: 'This chat account is linked to another player' },
  chat_already_linked: { status: 409, message: 'A chat account is linked already. Unlink it first' },
  chat_join_refused: {
    status: 409,
    message: 'You could not be added to the community. Join it yourself, then start again',
  },
  chat_undeliverable: {
    status: 409,
    message: 'No direct message reaches you. Allow direct messages from members of the community, then start again',
  },
  chat_not_linked: { status: 404, message: 'No chat account is linked' },
  chat_password_wrong: { status: 400, message: 'Incorrect password' },

  ssh_key_invalid: {
    status: 400,
    message: 'This is no public key of SSH. Paste the one line of the file that ends in .pub',
  },
  ssh_key_private: {
    status: 400,
    message: 'This is a private key, which nobody else may have. Paste the one line of the file that ends in .pub',
  },
  ssh_key_weak: { status: 400, message: 'Keys are of Ed25519, of ECDSA, or of RSA with 2048 to 8192 bits' },
  ssh_key_known: { status: 409, message: 'This key has been added already' },
  ssh_key_limit: { status: 409, message: 'An account has at most {limit} keys. Remove one first' },
  ssh_key_unknown: { status: 404, message: 'There is no such key' },

  insufficient_funds: { status: 402, message: 'You do not have enough coins' },
  wallet_debt: {
    status: 402,
    message: 'A payment was taken back: {coins} coins are owed before anything can be bought',
  },
  idempotency_conflict: { status: 409, message: 'This request was made before with other contents' },
  subscription_already: { status: 409, message: 'You already have an active subscription' },
  subscription_product_invalid: { status: 400, message: 'Invalid product' },
  subscription_none: { status: 404, message: 'You have no subscription' },
  user_unknown: { status: 404, message: 'The user with this name does not exist' },
  admin_self: { status: 409, message: 'Nobody blocks his own account' },
  grant_expired: { status: 400, message: 'The coins would have expired already' },
  payment_unavailable: { status: 503, message: 'Payments in {currency} are temporarily unavailable' },
  payment_refused: { status: 502, message: 'The payment provider has refused the payment' },
  payment_return_invalid: { status: 400, message: 'What came back from the payment provider is not signed by it' },
  payment_unknown: { status: 404, message: 'There is no such payment of yours' },
  product_unknown: { status: 404, message: 'There is no such product' },
  product_icon_unknown: { status: 400, message: 'The picture is not there any more. Upload it again' },
  product_icon_unreadable: { status: 400, message: 'This is not a whole picture in PNG, JPEG or WebP' },
  product_icon_pixels: { status: 400, message: 'The picture has more than {limit} pixels' },

  realm_unknown: { status: 404, message: 'There is no such realm' },
  realm_limit_reached: { status: 405, message: 'Limit reached: your tier allows {limit}' },
  realm_name_taken: { status: 409, message: 'You have a realm of this name already' },
  realm_address_taken: { status: 409, message: 'This address is taken' },
  realm_address_reserved: { status: 400, message: 'This address is reserved' },
  realm_map_unknown: { status: 404, message: 'There is no such world' },
  realm_map_java: { status: 409, message: 'Only a Java server makes this world' },
  realm_create_forbidden: { status: 403, message: 'Your tier does not allow a realm of this kind' },
  realm_blocked: { status: 403, message: 'This realm is blocked' },
  realm_slots_invalid: { status: 400, message: 'Incorrect number of slots' },
  realm_slots_same: { status: 409, message: 'This number of slots is already set' },
  realm_slots_tier: { status: 403, message: 'Subscription upgrade required for this number of slots' },
  realm_game_tier: { status: 403, message: 'Subscription upgrade required for this in the game' },
  realm_pack_tier: { status: 403, message: 'Subscription upgrade required for a resource pack' },
  realm_pack_url: { status: 400, message: 'The resource pack needs an address of http or https, without a password' },
  realm_pack_address: { status: 400, message: 'The resource pack must be on the public internet' },
  realm_pack_unreachable: {
    status: 400,
    message: 'The resource pack could not be fetched: its server does not answer',
  },
  realm_pack_status: { status: 400, message: 'The resource pack could not be fetched: its server answered {status}' },
  realm_pack_redirects: { status: 400, message: 'The address of the resource pack leads on more than {limit} times' },
  realm_pack_size: { status: 400, message: 'The resource pack is larger than {limit} MiB' },
  realm_pack_slow: { status: 400, message: 'The resource pack did not arrive within {seconds} seconds' },
  realm_pack_content: { status: 400, message: 'This is no resource pack: a zip archive with pack.mcmeta in it' },
  realm_partner_tier: { status: 403, message: 'Subscription upgrade required for co-owners' },
  realm_partner_empty: { status: 400, message: 'Username cannot be empty' },
  realm_partner_self: { status: 409, message: 'The owner needs no access to his own realm' },
  realm_partner_already: { status: 409, message: 'This player is a co-owner already' },
  realm_partner_limit: { status: 409, message: 'A realm has at most {limit} co-owners' },
  realm_rule_limit: { status: 409, message: 'This list of the realm is full: {limit} entries' },
  realm_rule_manager: { status: 409, message: 'This player manages the realm' },
  realm_player_offline: { status: 409, message: 'This player is not on the realm' },
  realm_partner_unknown: { status: 404, message: 'This player is no co-owner' },
  upload_unknown: { status: 404, message: 'There is no such upload. Begin again' },
  upload_offset: { status: 409, message: 'The upload goes on at byte {offset}' },
  upload_limit: { status: 409, message: 'Finish or cancel your other uploads first' },
  upload_too_large: { status: 400, message: 'The file is larger than {limit} MiB' },
  upload_incomplete: { status: 409, message: 'The file has not arrived whole' },
  realm_map_archive: { status: 400, message: 'The archive is damaged, or holds what no world has' },
  realm_map_world: {
    status: 400,
    message: 'There is no world of Java Edition in the archive, or nothing at its spawn point',
  },
  realm_map_version: {
    status: 400,
    message: 'The world, or a part of it, is of version {version}. 1.16 to 1.16.5 can be read',
  },
  realm_map_size: { status: 400, message: 'Unpacked, the world is larger than {limit} MiB' },
  realm_map_limit: { status: 409, message: 'You keep {limit} worlds already. Delete one first' },
  realm_not_running: { status: 409, message: 'This realm is not running at the moment' },
  realm_spawn_outside: { status: 400, message: 'Players cannot appear there: it is outside the world or its border' },
  realm_protected: {
    status: 409,
    message: 'This realm is protected from being deleted. Take the protection back first',
  },
  realm_overlimit: { status: 403, message: 'Your tier does not allow so many realms: upgrade, or delete another' },
  database_exists: { status: 409, message: 'This realm has a database' },
  database_unknown: { status: 404, message: 'This realm has no database' },
  database_unavailable: { status: 503, message: 'This installation makes no databases' },
  schedule_limit: { status: 409, message: 'Your tier allows {limit} schedules a realm' },
  schedule_unknown: { status: 404, message: 'There is no such schedule' },
  backup_no_world: { status: 409, message: 'This realm has not run yet: there is nothing to back up' },
  backup_running: { status: 409, message: 'A backup of this realm is being made. Wait for its end' },
  backup_limit: { status: 409, message: 'Your tier allows {limit} backups of a realm: delete one first' },
  backup_space: { status: 409, message: 'The backups of this realm fill the space of your tier: delete one first' },
  backup_cooldown: { status: 429, message: 'The next backup can be made in {minutes} minutes' },
  backup_unknown: { status: 404, message: 'There is no such backup' },
  backup_not_ready: { status: 409, message: 'This backup is not ready' },
  backup_in_use: { status: 409, message: 'This backup is being restored. Wait for its end' },
  restore_running: { status: 409, message: 'The world of this realm is being replaced. Wait for its end' },
  backup_kept: { status: 409, message: 'This backup is a way back from a change of kernel, and goes by itself' },
  backup_newer: {
    status: 409,
    message: 'This backup is of version {version} of the game, which the kernel cannot read',
  },
  programs_off: {
    status: 409,
    message: 'Servers in Java and uploads of plugins are off here: this machine lacks the walls that they need',
  },
  kernel_tier: { status: 403, message: 'The plan does not include this kernel' },
  plan_kernels_changed: { status: 409, message: 'Somebody else has changed the plans meanwhile. Load them anew' },
  kernel_same: { status: 409, message: 'The realm runs on this already' },
  kernel_older: {
    status: 409,
    message: 'The world has been opened by version {version}, and cannot go back to an older one',
  },
  kernel_version: { status: 404, message: 'There is no such version' },
  kernel_java: { status: 409, message: 'This machine has no Java {java}, which this version needs' },
  kernel_eula: { status: 409, message: 'The licence of the game must be agreed to first' },
  kernel_changing: { status: 409, message: 'The kernel of this realm is being changed. Wait for its end' },
  kernel_no_world: { status: 409, message: 'This realm has not run yet: start it once first' },
  kernel_no_way_back: { status: 404, message: 'There is no way back to this any more' },
  kernel_unavailable: { status: 503, message: 'Who makes this kernel cannot be reached. Try again later' },
  kernel_jar: { status: 409, message: 'This jar is not in the folder kernel any more, or has changed. Choose it anew' },
  kernel_jars: {
    status: 409,
    message: 'This realm, its backups and its ways back have {limit} jars already. Delete a backup that has another',
  },
  addon_kernel: { status: 409, message: 'The server of this realm takes nothing of this kind' },
  addon_unbounded: {
    status: 409,
    message: 'On Fabric the limits of WorldEdit cannot be held. It can be on Paper and Purpur',
  },
  addon_unknown: { status: 404, message: 'There is no such project on Modrinth' },
  addon_unreachable: { status: 503, message: 'Modrinth cannot be reached. Try again later' },
  addon_installing: { status: 409, message: 'Something is being installed on this realm. Wait for its end' },
  modpack_loader: { status: 409, message: 'This modpack needs {loader}, and servers here run those for Fabric alone' },
  file_none: { status: 409, message: 'This realm has no files yet: they are made when it first runs' },
  file_unknown: { status: 404, message: 'There is no such file or folder any more' },
  file_exists: { status: 409, message: 'Something of this name is there already' },
  file_name_invalid: { status: 400, message: 'A file or folder cannot be called so' },
  file_reserved: { status: 403, message: 'The realm needs this as it is' },
  file_world_live: { status: 409, message: 'The running realm writes its world: stop the realm first' },
  file_changed: { status: 409, message: 'The file has changed since it was opened' },
  file_quota: { status: 409, message: 'There is no room for this: delete something first' },
  file_too_large: { status: 400, message: 'The file is larger than 1 MiB: download it to edit it' },
  file_archive_unreadable: { status: 400, message: 'The archive is damaged, locked, or neither zip nor tar.gz' },
  file_archive_refused: {
    status: 400,
    message: 'The archive holds what is not unpacked here: links, names that lead out of it, or far too much',
  },
  file_work_running: { status: 409, message: 'Files of this realm are being packed or unpacked. Wait for the end' },
  disk_full: { status: 507, message: 'The machine is short of room. Nothing was changed; the operator has been told' },
  file_not_text: { status: 400, message: 'This is no text in UTF-8: download it to edit it' },
  chat_link_required: { status: 403, message: 'Link your chat account first' },
} as const satisfies Record<string, ErrorCodeEntry>;

export type ErrorCode = keyof typeof errorCodes;

/** The parameters of an error, for its message. */
export type ErrorParams = Record<string, string | number>;

/** The English message of a code with its parameters filled in. */
export function errorMessage(code: ErrorCode, params: ErrorParams = {}): string {
  return errorCodes[code].message.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));
}
