export const welcome = {
  steps: {
    title: 'Three steps to your gate',
    list: [
      { title: 'Choose a world', text: 'Meadow, islands or canyon: official maps, ready to build on.' },
      { title: 'Name it', text: 'The address is yours the moment you pick it – for as long as the server stands.' },
      { title: 'Open the gate', text: 'Turn it on, send the address, and watch your friends arrive.' },
    ],
  },
  points: {
    title: 'Why build here',
    live: {
      title: 'Live, not “refresh and hope”',
      text: 'Who is on, in which world, how fast it ticks and what it uses – the page shows it as it happens.',
    },
    kept: {
      title: 'What you build is kept',
      text: 'Blocks are written down within seconds. A crash of ours does not cost you an evening.',
    },
    power: {
      title: 'On when you want it',
      text: 'One button turns it on, one turns it off. If it falls over, it is started again and tells you so.',
    },
    address: {
      title: 'A name instead of numbers',
      text: 'Every server has an address of its own that friends can remember, and that stays when we move it.',
    },
    sleep: {
      title: 'Asleep, not gone',
      text: 'With nobody on it, a server rests. The first friend who joins wakes it within seconds.',
    },
    backups: {
      title: 'Backups that were tried',
      text: 'Each one is restored beside your world and compared with it before we call it ready.',
    },
    tools: {
      title: 'All in the browser',
      text: 'The console, the files, a database: no other program to install, no password to pass around.',
    },
    schedules: {
      title: 'It keeps your hours',
      text: 'On at four, a backup at midnight, a greeting on Saturdays: set a time, and it happens.',
    },
    partners: {
      title: 'Build it together',
      text: 'Co-owners look after the server with you, each under their own account. From the Ghast plan on.',
    },
    languages: {
      title: 'In your language',
      text: 'Pages and in-game messages speak English, Russian and Polish.',
    },
  },
  honest: {
    title: 'And what it is not, yet',
    text: 'Our own server software is a building sandbox for Java edition 1.16.5: place, dig, fly, chat. There is no crafting or hunger, liquids do not flow, and mobs do not roam. From the Zombie plan on servers can run the full game: Paper or vanilla, in a version you choose.',
  },
  plans: {
    title: 'Plans',
    lead: 'Start for free and stay as long as you like. A subscription is paid with coins, by the month, and ends when you say so.',
    table: 'Plans and what they allow',
    plan: 'Plan',
    brings: 'What it brings',
    price: 'Price',
    more: 'Compare plans in the shop',
  },
  reviews: {
    title: 'Reviews',
    lead: 'These six are examples: we wrote them ourselves, to show the kind of review that will stand here. No customer has said them.',
    example: 'Example',
    list: [
      {
        name: 'Robin',
        who: 'builds with two school friends',
        text: 'I sent one address to the group chat, and ten minutes later we were arguing about the roof. That is all I wanted.',
      },
      {
        name: 'Ellie',
        who: 'runs a server for her club',
        text: 'Somebody dug a hole through our town hall. I put last night’s backup back and we were building again before tea.',
      },
      {
        name: 'Mr Sharma',
        who: 'teacher',
        text: 'It sleeps when the lesson is over and wakes up when the first pupil joins. I stopped thinking about it in week one.',
      },
      {
        name: 'Nadia',
        who: 'co-owner on two servers',
        text: 'I look after the place while my brother is at work. We each have our own account, so nobody shares a password.',
      },
      {
        name: 'Oskar',
        who: 'mostly plays at weekends',
        text: 'The free plan is small, and it says so. For the two of us it is enough, and we have never paid a penny.',
      },
      {
        name: 'June',
        who: 'likes to see numbers',
        text: 'I see who is on, how fast it runs and how much memory is left. Friends say that I look at the charts more than at the game.',
      },
    ],
  },
  help: {
    title: 'Help',
    join: {
      title: 'How to join a server',
      list: [
        'Start the game, Java edition, in the version that the server’s page names.',
        'Open Multiplayer and press Add Server.',
        'Type the address that your friend has sent you, press Done, and double-click the server.',
      ],
    },
    questions: {
      title: 'Questions that come up',
      list: [
        {
          question: 'Do I have to install anything?',
          answer:
            'No. The server runs with us, and you look after it in the browser. Whoever plays needs the game itself.',
        },
        {
          question: 'What happens when nobody is playing?',
          answer:
            'After a while the server goes to sleep. Its world is saved, and its address stays. When somebody joins, it wakes within seconds.',
        },
        {
          question: 'What does it cost?',
          answer:
            'The Chicken plan is free, without an end date. Larger plans cost coins each month; coins that you have bought do not expire.',
        },
        {
          question: 'Could I lose my world?',
          answer:
            'What you build is written down within seconds, and you can make backups. Download one now and then: a copy of your own is the safest.',
        },
        {
          question: 'Can anyone come in under my name?',
          answer:
            'Not with your rights. Whoever uses the name of an account is a guest until they type a code that only the owner or a co-owner gets on the server’s page.',
        },
        {
          question: 'Do you belong to the makers of the game?',
          answer:
            'No. Realmkeep is not an official Minecraft product, and Mojang and Microsoft have nothing to do with it.',
        },
      ],
    },
    more: 'Still stuck?',
    wiki: 'Read the wiki',
    support: 'Write to support',
    community: 'Ask the community',
  },
};
