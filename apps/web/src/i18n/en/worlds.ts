/** The worlds that players bring along. */
export const worlds = {
  title: 'Your own worlds',
  lead: 'A world that you have built elsewhere: the server gets a copy of it.',
  locked: (tier: string) => `Worlds of your own come with the ${tier} plan.`,
  full: (limit: number) => `You keep ${limit} worlds, which is all there is room for. Delete one to upload another.`,
  remove: {
    title: (name: string) => `Delete “${name}”?`,
    text: 'Servers made from it keep their copies.',
    action: 'Delete',
    cancel: 'Keep it',
  },
  upload: {
    title: 'Upload a world',
    text: 'A zip archive of a Java Edition 1.16 world with level.dat and the folder region: up to 256 MB, unpacked 512 MB. Chunks that are missing stay empty; players, the Nether and the End are not taken over.',
    choose: 'Choose an archive',
    name: 'Name of the world',
    send: 'Upload',
    progress: 'Upload',
    sent: (sent: string, all: string) => `${sent} of ${all}`,
    waiting: 'The connection is lost. It goes on by itself as soon as it is back.',
    cancel: 'Cancel',
    checking: 'Looking through the world. This can take a minute…',
    done: 'The world has been added',
    refused: 'The world was not added',
  },
};
