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
          'The service is given as it is. We try to keep it running and your worlds safe, but promise neither. Keep no world here that you could not bear to lose.',
        ],
      },
      conduct: {
        title: 'What we ask of you',
        paragraphs: [
          'Keep your password to yourself. What is done with your account counts as done by you.',
          'If you are not of age, ask a parent or guardian before you register, and have them pay.',
          'Do not use a server to break the law, to harass others, to attack other computers, or to get around the limits of your tier. Do not take a name or an address that pretends to be somebody else.',
          'What you and your players build is yours. You let us store it and send it to those who join, because nothing else would work.',
        ],
      },
      coins: {
        title: 'Coins and subscriptions',
        paragraphs: [
          'Coins are spent on what this site offers, such as subscriptions. Coins that you bought do not expire. When a payment is given back or taken back, its coins are taken back too; what was spent of them already becomes a debt, which later coins repay first. Of coins that somebody gave you as a present you owe nothing: what you still have is taken, a subscription that was bought with them ends or is shortened, and whoever paid owes the rest.',
          'Coins that you were given may be fleeting: they expire at the date that your account shows, and are spent before all others. Coins are no money: they cannot be paid out, sold or moved to another account.',
          'A subscription is renewed each month as long as you have the coins, and you may cancel it at any time. Once it has ended, servers beyond the limits of the free tier are stopped, kept for two weeks, and then deleted with their worlds.',
        ],
      },
      referrals: {
        title: 'Inviting others',
        paragraphs: [
          'Coins for inviting others are for inviting others. They come when the invited player has linked a chat account of the age that the page of referrals names, with a verified e-mail address; the share of what they buy counts from then on, up to the limit of a month that stands there. There is none for coins that you buy yourself through another account.',
        ],
      },
      refunds: {
        title: 'Refunds',
        paragraphs: [
          'Coins that you bought and have not spent are refunded on request within 14 days of the payment, by the way it was made: ask the operator, with the date from your statement. Coins that were spent, given to you or earned are not refunded in money. What consumer law gives you beyond this stays yours.',
          'A month of a subscription that was paid with coins is not refunded; when you move to a higher tier its unused days are counted in.',
        ],
      },
      end: {
        title: 'When it ends',
        paragraphs: [
          'You may delete a server at any time; its world goes with it and cannot be restored.',
          'An account that was never used (nobody played with it or linked a chat account, and it has neither servers nor coins) is deleted some time after its registration, and its name is free for others. Its page says until when it is kept.',
          'We may block a server or an account that breaks these terms, and say so on its page.',
          'If these terms change, the new ones stand here with their date. A month of a subscription that is paid already runs to its end as it was bought.',
        ],
      },
      game: {
        title: 'Whose game it is',
        paragraphs: [
          'This is not an official Minecraft product. It is not approved by or associated with Mojang or Microsoft.',
          'To join a server you need the game itself, and its publisher’s licence (EULA) and usage guidelines apply to you. They apply to what you do on your server too, such as asking players for money: keeping to them is up to you.',
          'Server software of others that you choose for your server comes under its own licence. Where that has to be accepted, you accept it yourself, and we note when.',
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
          'Of your account: the username, a hash of the password (never the password itself), the language, the times of registration and of the last login, who invited you if you named somebody, and the sessions that are logged in, each with its network address and browser.',
          'Of a chat account that you link: its number, its name, its e-mail address, and the keys by which the chat platform lets us add you to the community; these are encrypted. That it was linked once is remembered, also after the account here is deleted, so that a bonus is paid once.',
          'Of your servers: the name, the address, the settings, the world with its files, backups, schedules and database, and the console’s log, in which players’ nicknames and chat appear; and when you accepted the licence of server software of others.',
          'Of what you buy: when, what, for how much and for whom, its number at the payment provider, and every movement of your coins. Card numbers never reach us: you type them on the provider’s page.',
          'Whether a payment earns a share for whoever invited the payer is decided by chat accounts and sessions that both have in common, such as the same browser on the same network.',
          'Network addresses are used to limit attempts and registrations, and to find faults; they may appear in the service’s logs.',
        ],
      },
      browser: {
        title: 'What your browser keeps',
        paragraphs: [
          'In its local storage: the tokens of your session, the theme that you chose, the last commands that you sent to a console, and which uploads are not finished. In a cookie named “locale”: the language that you chose, for 365 days. If you chose none, in cookies named “account-language” and “place-language” until you close the browser: the language of your account, and the one that was found for you or that a link named. For as long as the tab is open: the currency that you chose, a payment that you have begun, and what you typed into a form that you have not sent.',
          'There is no advertising, no analytics and no tracking, and this page loads nothing from other sites.',
        ],
      },
      others: {
        title: 'Who else sees it',
        paragraphs: [
          'Those who are on a server see the nicknames of the others on it, and who invited you sees your nickname. Messages about your logins go to you over the chat platform that you linked. To find a language for you, the operator may have your network address looked up by a geolocation service. A payment provider learns what you buy, for how much, and it may learn the nickname of the player whom it is for. Otherwise we give nothing to anybody, unless the law makes us.',
        ],
      },
      rights: {
        title: 'Your rights',
        paragraphs: [
          'We keep what the service needs to do what you asked of it, what the law makes us keep of payments, and network addresses because we have an interest in nobody getting in. Nothing is kept because you are being watched, and nothing is decided about you by a machine alone, but for such shares, about which you may ask the operator.',
          'You may learn what is kept about you, have it corrected, erased or handed over in a form that a machine can read, object to its use, and complain to the authority for data protection of your country. Ask the operator; of payments we must keep what the law on bookkeeping names.',
        ],
      },
      time: {
        title: 'How long',
        paragraphs: [
          'When a server is deleted, its world and what else is kept of it are erased. Logging out ends the session here and erases it in your browser.',
          'To have your account erased, or a copy of all that is kept about you, ask the operator, who has a tool for both. With the account its name, servers, sessions and chat account go. Payments and movements of coins stay, without the name, as long as the law wants them; the operators’ log, which nobody can change, keeps a name that it holds. If the account was played, a hash of the name stays too, so that nobody else becomes you in the game.',
          'An account that was never used is deleted by itself; its page says when.',
        ],
      },
      contact: {
        title: 'How to reach us',
        paragraphs: [
          'Write to the operator to see, correct or erase what is kept about you. You will be asked to show that the account is yours, for example by a message from it.',
        ],
      },
    },
  },
};
