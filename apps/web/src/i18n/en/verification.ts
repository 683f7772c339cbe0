export const verification = {
  title: 'Your Discord account',
  steps: { label: 'Steps', information: 'Information', go: 'Discord', result: 'Result', join: 'Community' },
  sandbox: {
    title: 'Discord is only simulated here',
    text: 'You do not need a real Discord account. The pages you see are part of this site, and nothing is sent to Discord.',
  },

  information: {
    title: 'Why link your account',
    lead: 'Each Discord account belongs to one player. It protects your account, and shows that there is a person behind it.',
    guard: {
      title: 'A second step at login',
      text: 'You confirm each login in a Discord message. A stolen password alone is useless.',
    },
    create: {
      title: 'Servers of your own',
      text: 'Only players with a linked account can create servers here.',
    },
    bonus: {
      title: '300 coins, if someone invited you',
      text: 'You and the player who invited you get 300 coins each, once.',
    },
    readTitle: 'What we read and do there',
    read: 'We read your Discord ID, your name and your e-mail address. We add you to our community, since our messages could not reach you otherwise. We cannot read your messages or post in your name.',
    next: 'Continue',
  },

  go: {
    title: 'Go to Discord',
    lead: 'Four steps, and less than a minute:',
    instructions: [
      'Type your password and press the button below. Discord opens in place of this page.',
      'Log in there if you are asked to.',
      'Make sure it is the account you want to link, and allow access.',
      'You will be brought back here. Please finish within ten minutes.',
    ],
    passwordHint: 'So that only you can choose who confirms your logins.',
    button: 'Go to Discord',
    busy: 'Opening Discord…',
    failed: 'Discord could not be opened',
    back: 'Back',
  },

  result: {
    checkingTitle: 'Checking with Discord…',
    checkingText: 'We are checking who you are, adding you to the community and sending you a first message.',
    doneTitle: 'Your account is linked',
    doneText: (name: string) => `From now on ${name} on Discord confirms your logins.`,
    next: 'Continue',
    failedTitle: 'Your account is not linked',
    retry: 'Try again',
    denied: 'You did not allow access on Discord',
    refused: 'Discord did not let you through',
    /** What to do next, by the error. */
    advice: {
      denied: 'We read nothing, and nothing has changed. If it was a mistake, try again.',
      chat_unavailable: 'That is not your fault. Wait a minute, then try again.',
      chat_code_invalid: 'Discord does not recognise the code you came back with. Go there again for a new one.',
      chat_state_invalid: 'It can be used once, within ten minutes, by the player who started. Go there again.',
      chat_account_taken:
        'Choose another account on Discord. Or, if the other player is you too, unlink it there first.',
      chat_already_linked: 'There is nothing left to do. To link another account, unlink this one first.',
      chat_join_refused: 'Perhaps you are in too many communities, or were banned from ours.',
      chat_undeliverable: 'In the community’s privacy settings on Discord, allow direct messages from its members.',
      other: 'Nothing has changed. You can try again.',
    },
    community: 'Open the community',
  },

  join: {
    title: 'Say hello in the community',
    text: 'You are already a member. News appears there first, and somebody always has an answer.',
    keep: 'Stay in it and keep allowing direct messages from its members: that is how the confirmation of your logins reaches you.',
    button: 'Open the channel',
    create: 'Create a server',
    account: 'Go to your account',
  },

  linked: {
    title: 'Your account is linked',
    account: 'Discord account',
    since: 'Linked',
    text: 'You confirm each login in a message there.',
    community: 'Open the community',
    relink: 'Link another account',
    unlink: 'Unlink',
  },

  unlink: {
    title: (name: string) => `Unlink ${name}?`,
    text: 'After that, your password alone is enough to log in.',
    required: 'Until you link one again, you cannot create servers.',
    relink: 'To link another account, you have to unlink this one first.',
    password: 'Your password',
    show: 'Show password',
    hide: 'Hide password',
    submit: 'Unlink',
    busy: 'Unlinking…',
    cancel: 'Keep it',
    done: 'Your Discord account has been unlinked',
  },

  unavailable: {
    title: 'Nothing to link here',
    text: 'The operator of this site has not set up a chat platform. Your account works without one.',
    action: 'Go to your account',
  },
};
