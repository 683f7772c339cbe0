/** The worlds that players bring along. */
export const worlds = {
  title: 'Your own worlds',
  lead: 'A world you built elsewhere. The server gets a copy of it.',
  locked: (tier: string) => `Uploading your own worlds is part of the ${tier} plan.`,
  full: (limit: number) => `You have ${limit} worlds, which is the most you can keep. Delete one to upload another.`,
  remove: {
    title: (name: string) => `Delete “${name}”?`,
    text: 'Servers made from it keep their copies.',
    action: 'Delete',
    cancel: 'Keep it',
  },
  upload: {
    title: 'Upload a world',
    text: 'A zip archive of a Java edition 1.16 world with level.dat and the folder region: up to 256 MB, or 512 MB unpacked. Missing chunks stay empty. The Nether and the End come along, players do not.',
    choose: 'Choose an archive',
    name: 'Name of the world',
    send: 'Upload',
    progress: 'Upload',
    sent: (sent: string, all: string) => `${sent} of ${all}`,
    waiting: 'Connection lost. The upload resumes automatically when it is back.',
    cancel: 'Cancel',
    checking: 'Checking the world. This can take a minute…',
    done: 'The world has been added',
    refused: 'The world was not added',
  },
};
