export const legal = {
  dated: (date: string) => `Version of ${date}`,
  contents: 'On this page',
  support: 'Write to support',
  community: 'Ask in the community',
  terms: {
    title: 'Terms of service',
    lead: 'Short, because the service is. “We” is the operator of this site: the person or company that runs it.',
    sections: {
      service: {
        title: 'What you get',
        paragraphs: [
          'An account, and with it servers (“realms”) for a block-building game, within the limits of your tier. The free tier costs nothing.',
          'The service is provided as it is. We try to keep it running and your worlds safe, but promise neither. Do not keep a world here that you could not bear to lose.',
        ],
      },
      conduct: {
        title: 'What we ask of you',
        paragraphs: [
          'Keep your password to yourself. You are responsible for what is done with your account.',
          'If you are under age, ask a parent or guardian before you register, and let them make any payments.',
          'Do not use a server to break the law, to harass others, to attack other computers, or to get around the limits of your tier. Do not use a name or an address to pretend to be somebody else.',
          'What you and your players build is yours. You allow us to store it and send it to those who join; the service could not work otherwise.',
        ],
      },
      coins: {
        title: 'Coins and subscriptions',
        paragraphs: [
          'Coins are spent on what this site offers, such as subscriptions. Coins that you bought do not expire. When a payment is refunded or reversed, its coins are taken back too. If you have already spent some of them, you owe that many, and coins you get later repay the debt first. You never owe coins that were a present: we take back what is left of them, a subscription that was bought with them ends or is shortened, and whoever paid owes the rest.',
          'Some of the coins that you were given may expire on the date shown in your account; those are spent before all others. Coins are not money: they cannot be paid out, sold or moved to another account.',
          'A subscription is renewed each month as long as you have the coins, and you may cancel it at any time. Once it has ended, servers beyond the limits of the free tier are stopped, kept for two weeks, and then deleted with their worlds.',
        ],
      },
      referrals: {
        title: 'Inviting others',
        paragraphs: [
          'You earn coins by inviting other people. You get them once the player you invited has linked a chat account that has a verified e-mail address and is as old as the referrals page requires. From then on you also get a share of what they buy and have bought, up to the monthly limit on that page. Coins that you buy yourself through another account earn nothing.',
        ],
      },
      refunds: {
        title: 'Refunds',
        paragraphs: [
          'Coins that you bought and have not spent are refunded on request within 14 days of the payment, by the same means as you paid: ask the operator, and give the date from your coin history. Coins that were spent, given to you or earned are not refunded in money. Your rights under consumer law are not affected.',
          'A month of a subscription that was paid with coins is not refunded; when you move to a higher tier, its unused days count towards the price.',
        ],
      },
      end: {
        title: 'When it ends',
        paragraphs: [
          'You may delete a server at any time; its world is deleted with it and cannot be restored.',
          'An account that was never used (nobody played with it or linked a chat account, and it has neither servers nor coins) is deleted some time after it was registered, and its name becomes free for others. Its page says how long it is kept.',
          'We may block a server or an account that breaks these terms, and say so on its page.',
          'If these terms change, the new ones appear here with their date. A subscription month that you have already paid for runs to its end on the old terms.',
        ],
      },
      game: {
        title: 'Who owns the game',
        paragraphs: [
          'This is not an official Minecraft product. It is not approved by or associated with Mojang or Microsoft.',
          'To join a server you need the game itself, and its publisher’s licence (EULA) and usage guidelines apply to you. They apply to what you do on your server too, such as asking players for money: following them is up to you.',
          'Server software made by others comes under its own licence. Where the licence has to be accepted, you accept it yourself, and we record when.',
        ],
      },
      contact: {
        title: 'How to reach us',
        paragraphs: [
          'Write to the operator about anything in these terms: a refund, a block that you think is wrong, a server that breaks the rules.',
        ],
      },
    },
  },
  privacy: {
    title: 'Privacy policy',
    lead: 'What is kept about you, why, and for how long. “We” is the operator of this site.',
    sections: {
      kept: {
        title: 'What we keep',
        paragraphs: [
          'About your account: the username, a hash of the password (never the password itself), the language, the times of registration and of the last login, who invited you if you named somebody, the sessions that are logged in, each with its network address and browser, and the SSH keys that you add.',
          'About a chat account that you link: its number, its name, its e-mail address, and the keys by which the chat platform lets us add you to the community; these are encrypted. We remember that it was linked even after your account here is deleted, so that a bonus is paid only once.',
          'About your servers: the name, the address, the settings, the world with its files, backups, schedules and database, and the console’s log, in which players’ nicknames and chat appear; for 90 days, what you and your co-owners did with them; and when you accepted the licence of server software made by others.',
          'About players on a server: which nicknames came, and when, for 90 days. Whoever manages the server sees that, and not your network address. If they ban you by address, it is kept until the ban ends.',
          'About what you buy: when, what, for how much and for whom, its number at the payment provider, and every movement of your coins. Card numbers never reach us: you type them on the provider’s page.',
          'Whether a payment earns a share for whoever invited the payer is decided by the chat accounts and sessions that the two have in common, such as the same browser on the same network.',
          'Network addresses are used to limit attempts and registrations, and to track down faults; they may appear in the service’s logs. Those that you have logged in from are remembered for half a year, so that we can ask you about a login from a new one. The network from which you confirm, in the game, that it is you is remembered for 12 hours.',
        ],
      },
      browser: {
        title: 'What your browser keeps',
        paragraphs: [
          'In its local storage: the tokens of your session, the theme that you chose, the last commands that you sent to a console, and which uploads are not finished. In a cookie named “locale”: the language that you chose, for 365 days. If you chose none, in cookies named “account-language” and “place-language” until you close the browser: the language of your account, and the one that was detected for you or that a link asked for. For as long as the tab is open: the currency that you chose, a payment that you have begun, and what you typed into a form that you have not sent.',
          'There is no advertising, no analytics and no tracking, and this page loads nothing from other sites.',
        ],
      },
      others: {
        title: 'Who else sees it',
        paragraphs: [
          'Players on a server see each other’s nicknames, and whoever invited you sees your nickname. Messages about your logins reach you through the chat platform that you linked. To find a language for you, the operator may have your network address looked up by a geolocation service. A payment provider learns what you buy, for how much, and it may learn the nickname of the player whom it is for. Otherwise we share nothing with anybody, unless the law requires it.',
        ],
      },
      rights: {
        title: 'Your rights',
        paragraphs: [
          'We keep what the service needs to do what you asked of it, the payment records that the law requires, and network addresses, because we have a legitimate interest in keeping intruders out. We do not keep anything to watch you. Nothing is decided about you by a machine alone, except who earns a share of a payment; you may ask the operator about that.',
          'You may see what is kept about you, have it corrected, erased or handed over in a machine-readable form, object to its use, and complain to your country’s data protection authority. Ask the operator. Payment records that bookkeeping law requires must be kept.',
        ],
      },
      time: {
        title: 'How long',
        paragraphs: [
          'When a server is deleted, its world and everything else kept about it are erased. Logging out ends the session here and erases it in your browser.',
          'To have your account erased, or a copy of all that is kept about you, ask the operator, who has a tool for both. Its name, servers, sessions and chat account are erased with it. Payments and coin movements stay, without the name, for as long as the law requires; names already in the operators’ log, which nobody can change, stay there. If the account was played, a hash of the name stays too, so that nobody else can become you in the game.',
          'An account that was never used is deleted automatically; its page says when.',
        ],
      },
      contact: {
        title: 'How to reach us',
        paragraphs: [
          'Write to the operator to see, correct or erase what is kept about you. You will be asked to show that the account is yours, for example by sending a message from it.',
        ],
      },
    },
  },
};
