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
      text: 'Blocks are saved within seconds. If we crash, you do not lose an evening’s work.',
    },
    power: {
      title: 'On when you want it',
      text: 'One button turns it on, one turns it off. If it crashes, it restarts and tells you so.',
    },
    address: {
      title: 'A name instead of numbers',
      text: 'Every server has an address of its own that friends can remember, and that stays when we move it.',
    },
    sleep: {
      title: 'Asleep, not gone',
      text: 'When nobody is online, the server sleeps. The first friend to join wakes it within seconds.',
    },
    backups: {
      title: 'Backups that have been tested',
      text: 'Each one is restored beside your world and compared with it before we call it ready.',
    },
    tools: {
      title: 'All in the browser',
      text: 'The console, the files, a database: no other program to install, no password to pass around.',
    },
    schedules: {
      title: 'It keeps to your schedule',
      text: 'On at four, a backup at midnight, a greeting on Saturdays: set a time, and it happens.',
    },
    partners: {
      title: 'Build it together',
      text: 'Co-owners look after the server with you, each under their own account. From the Ghast plan up.',
    },
    languages: {
      title: 'In your language',
      text: 'Pages and in-game messages speak English, Russian and Polish.',
    },
  },
  honest: {
    title: 'And what it is not, yet',
    text: 'Our own server software, for Java edition 1.16.5, is for building, and for an evening of survival with friends: mine, farm, fight, brew and enchant. Animals and monsters roam, redstone works, and portals lead to the Nether and the End. Whether a server can run the full game instead (vanilla, Paper, Purpur or Fabric, in a version you choose) depends on its plan: see the table below.',
  },
  plans: {
    title: 'Plans',
    lead: 'Start for free and stay as long as you like. Subscriptions are paid monthly with coins, and end when you say so.',
    table: 'Plans and what they include',
    plan: 'Plan',
    brings: 'What you get',
    price: 'Price',
    more: 'Compare plans in the shop',
  },
  reviews: {
    title: 'Reviews',
    lead: 'These six are examples: we wrote them ourselves, to show the kind of review that will appear here. No customer said them.',
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
        text: 'I see who is on, how fast it runs and how much memory is left. Friends say I look at the charts more than at the game.',
      },
    ],
  },
  help: {
    title: 'Help',
    join: {
      title: 'How to join a server',
      list: [
        'Start the game: Java edition, in the version shown on the server’s page.',
        'Open Multiplayer and press Add Server.',
        'Type the address your friend sent you, press Done, and double-click the server.',
      ],
    },
    questions: {
      title: 'Frequently asked questions',
      list: [
        {
          question: 'Do I have to install anything?',
          answer: 'No. We run the server, and you manage it in the browser. Players only need the game itself.',
        },
        {
          question: 'What happens when nobody is playing?',
          answer:
            'After a while the server goes to sleep. Its world is saved, and its address stays. When someone joins, it wakes within seconds.',
        },
        {
          question: 'What does it cost?',
          answer:
            'The Chicken plan is free forever. Larger plans cost coins each month; coins you have bought do not expire.',
        },
        {
          question: 'Could I lose my world?',
          answer:
            'What you build is saved within seconds, and you can make backups. Download one now and then: a copy of your own is the safest.',
        },
        {
          question: 'Can someone join under my name?',
          answer:
            'Not with your rights. Anyone who uses the name of an account is a guest until they type a code that only the owner or a co-owner gets on the server’s page.',
        },
        {
          question: 'Are you affiliated with the makers of the game?',
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
