import type { Heard } from './console-line.ts';

interface PublicLines {
  /** What printed them, as far as the source says. */
  server: string;
  /** Where somebody published their server's output. */
  source: string;
  /** In their order, as they stand there. */
  lines: string;
  heard: Heard[];
}

const github = (thread: string) => `https://github.com/${thread}`;

/** What real servers print that start, are joined and stop: for the test, and each with its source. */
export const publicLines: PublicLines[] = [
  {
    server: 'vanilla 1.16.5',
    source: github('itzg/docker-minecraft-server/issues/807'),
    lines: `[10:47:57] [Worker-Main-4/INFO]: Loaded 927 advancements
[10:48:01] [Server thread/INFO]: Starting minecraft server version 1.16.5
[10:48:01] [Server thread/INFO]: Loading properties
[10:48:01] [Server thread/INFO]: Default game type: SURVIVAL
[10:48:02] [Server thread/INFO]: Starting Minecraft server on *:25565
[10:48:04] [Server thread/INFO]: Preparing level "world"
[10:48:04] [Server thread/INFO]: Preparing start region for dimension minecraft:overworld
[10:48:28] [Worker-Main-7/INFO]: Preparing spawn area: 83%`,
    heard: [],
  },
  {
    server: 'vanilla 1.21',
    source: github('itzg/docker-minecraft-server/issues/3025'),
    lines: `Starting net.minecraft.server.Main
[16:39:37] [ServerMain/INFO]: Environment: Environment[sessionHost=https://sessionserver.mojang.com, servicesHost=https://api.minecraftservices.com, name=PROD]
[16:39:39] [ServerMain/INFO]: No existing world data, creating new world
[16:39:41] [Server thread/INFO]: Starting minecraft server version 1.21`,
    heard: [],
  },
  {
    server: 'Paper 1.16.4',
    source: github('MichaIng/DietPi/issues/3823'),
    lines: `System Info: Java 11 (OpenJDK Server VM 11.0.9.1+1-post-Raspbian-1deb10u2) Host: Linux 5.4.79-v7+ (arm)
Loading libraries, please wait...
[21:48:16 INFO]: Found new data pack file/bukkit, loading it automatically
[21:48:36 INFO]: Starting minecraft server version 1.16.4
[21:48:36 WARN]: To start the server with more ram, launch it as "java -Xmx1024M -Xms1024M -jar minecraft_server.jar"`,
    heard: [],
  },
  {
    server: 'Paper 1.15.2',
    source: github('PaperMC/Paper/issues/3272'),
    lines: `[01:29:35 INFO]: Done (1.588s)! For help, type "help"`,
    heard: [{ kind: 'ready' }],
  },
  {
    server: 'Paper 1.21.11',
    source: github('LoneDev6/FastNBT/issues/16'),
    lines: `[10:26:48 INFO]: Stopping server
[10:26:48 INFO]: Saving players
[10:26:48 INFO]: Saving worlds
[10:26:48 INFO]: Saving chunks for level 'ServerLevel[world]'/minecraft:overworld
[10:26:48 INFO]: [ChunkHolderManager] Halted chunk system for world 'world'
[10:26:49 INFO]: [ChunkHolderManager] Saved 119 block chunks, 119 entity chunks, 0 poi chunks in world 'world' in 0.52s`,
    heard: [],
  },
  {
    server: 'Purpur 1.17.1',
    source: github('PurpurMC/Purpur/issues/664'),
    lines: `[21:58:23 INFO]: This server is running Purpur version git-Purpur-1385 (MC: 1.17.1) (Implementing API version 1.17.1-R0.1-SNAPSHOT) (Git: 529daae on ver/1.17.1)
[21:58:23 INFO]: You are 2 version(s) behind`,
    heard: [],
  },
  {
    server: 'Spigot behind BungeeCord',
    source: github('SpigotMC/BungeeCord/issues/3645'),
    lines: `[09:01:00] [User Authenticator #8/INFO]: UUID of player Enderknight_17 is 343a59f8-ad05-305d-a498-b6a713a47ac6
[09:01:00] [Server thread/INFO]: Enderknight_17 joined the game
[09:01:00] [Server thread/INFO]: Enderknight_17[/127.0.0.1:9007] logged in with entity id 189890 at ([world]-117.5, 91.0, -24.5)
[09:01:08] [Server thread/INFO]: Enderknight_17 lost connection: Disconnected
[09:01:08] [Server thread/INFO]: Enderknight_17 left the game`,
    heard: [{ kind: 'joined', name: 'Enderknight_17', address: '127.0.0.1:9007' }],
  },
  {
    server: 'Fabric 1.19',
    source: github('Xujiayao/Discord-MC-Chat/issues/43'),
    lines: `[13:03:21] [main/INFO]: [fabric-registry-sync] Loaded registry data [file 1/4]
[13:03:27] [main/WARN]: Failed to parse level-type default, defaulting to minecraft:normal
[13:03:27] [Server thread/INFO]: Starting minecraft server version 1.19
[13:03:27] [Server thread/INFO]: Using epoll channel type
[13:03:40] [Server thread/INFO]: Preparing start region for dimension minecraft:overworld`,
    heard: [],
  },
  {
    server: 'Fabric 1.21.1',
    source: github('Gaming32/mod-loading-screen/issues/18'),
    lines: `[01:09:20] [main/INFO]: Loading Minecraft 1.21.1 with Fabric Loader 0.16.10
[01:09:20] [main/WARN]: Warnings were found!
 - Mod 'Forge Config API Port' (forgeconfigapiport) 21.1.3 recommends any version of modmenu, which is missing!
[01:09:20] [main/INFO]: Loading 84 mods:`,
    heard: [],
  },
  {
    server: 'a server of 1.16.5 with mods and plugins',
    source: github('YesSteveModel/YSM-Wiki-Issues/issues/238'),
    lines: `[18:54:30 INFO]: Time elapsed: 1,696 ms
[18:54:30 INFO]: Server permissions file permissions.yml is empty, ignoring it
[18:54:30 INFO]: Done (39.544s)! For help, type "help"
> stop
[18:54:33 INFO]: Stopping the server
[18:54:33 INFO]: Stopping server
[18:54:33 INFO]: Saving players
[18:54:33 INFO]: Saving worlds
[18:54:33 INFO]: Saving chunks for level 'ServerLevel[world]'/minecraft:overworld
[18:54:35 INFO]: ThreadedAnvilChunkStorage (world): All chunks are saved`,
    heard: [{ kind: 'ready' }],
  },
  {
    server: 'Paper 1.20.4',
    source: github('PaperMC/Paper/issues/13486'),
    lines: `[22:59:26 INFO]: Starting minecraft server version 1.20.4
[22:59:26 INFO]: Loading properties
[22:59:26 INFO]: This server is running Paper version git-Paper-499 (MC: 1.20.4) (Implementing API version 1.20.4-R0.1-SNAPSHOT) (Git: 9de3f75 on ver/1.20.4)`,
    heard: [],
  },
  {
    server: 'Paper 1.21',
    source: github('PaperMC/Paper/pull/11110'),
    lines: `[18:45:46 INFO]: [PluginInitializerManager] Initializing plugins...
[18:45:46 INFO]: [PluginInitializerManager] Bukkit plugins (1):
 - Chunky (version: 1.4.10, source: plugins/Chunky-1.4.10.jar)
[18:45:48 INFO]: Environment: Environment[sessionHost=https://sessionserver.mojang.com, servicesHost=https://api.minecraftservices.com, name=PROD]
[18:45:49 INFO]: Starting minecraft server version 1.21`,
    heard: [],
  },
  {
    server: 'Purpur 1.20.2',
    source: github('xenondevs/Nova/issues/297'),
    lines: `[01:00:02] [Server thread/INFO]: ThreadedAnvilChunkStorage (world): All chunks are saved
[01:00:02] [Server thread/INFO]: Saving chunks for level 'ServerLevel[world_nether]'/minecraft:the_nether
[01:00:02] [Server thread/INFO]: [ChunkHolderManager] Waiting 60s for chunk system to halt for world 'world_nether'
[01:00:02] [Server thread/INFO]: [ChunkHolderManager] Saved 0 block chunks, 0 entity chunks, 0 poi chunks in world 'world_nether' in 0,00s
[01:00:02] [Server thread/INFO]: ThreadedAnvilChunkStorage (DIM-1): All chunks are saved`,
    heard: [],
  },
  {
    server: 'Purpur 1.21',
    source: github('tanyaofei/minecraft-fakeplayer/issues/52'),
    lines: `[19:38:43 INFO]: Jing_jian_2[/127.0.0.2:25565] logged in with entity id 30963 at ([world]148.5, 63.0, -177.5)
[19:42:02 INFO]: Jing_jian issued server command: /tp 278 77 -272`,
    heard: [{ kind: 'joined', name: 'Jing_jian_2', address: '127.0.0.2:25565' }],
  },
  {
    server: 'vanilla 1.21.4',
    source: github('truenas/apps/issues/1172'),
    lines: `[init] Starting the Minecraft server...
Starting net.minecraft.server.Main
[11:07:54] [ServerMain/INFO]: Environment: Environment[sessionHost=https://sessionserver.mojang.com, servicesHost=https://api.minecraftservices.com, name=PROD]
[11:07:58] [ServerMain/INFO]: Loaded 1370 recipes
[11:07:58] [ServerMain/INFO]: Loaded 1481 advancements`,
    heard: [],
  },
  {
    server: 'the newest version in August 2026',
    source: github('itzg/docker-minecraft-server/pull/4242'),
    lines: `[00:10:13] [RCON Listener #1/INFO]: Thread RCON Client /0:0:0:0:0:0:0:1 started
[00:10:13] [Server thread/INFO]: [Not Secure] [Rcon] Server shutting downs`,
    heard: [],
  },
  {
    server: 'Fabric',
    source: github('refinedmods/refinedstorage2/issues/373'),
    lines: `[13:59:58] [Worker-Main-1/INFO]: Preparing spawn area: 17%
[13:59:58] [Server thread/INFO]: Time elapsed: 2783 ms
[13:59:58] [Server thread/INFO]: Done (4.330s)! For help, type "help"
[13:59:58] [Server thread/INFO]: Starting GS4 status listener
[13:59:58] [Query Listener #1/INFO]: Query running on 0.0.0.0:25565
[14:00:00] [User Authenticator #1/INFO]: UUID of player ElBananaa is 0ba810ea-0d1d-4e95-a04c-d7d8e24fce7b
[14:00:00] [Server thread/INFO]: ElBananaa[/0.0.0.0:54531] logged in with entity id 405 at (-484.3406032059402, 79.0, -445.0493898905588)
[14:00:00] [Server thread/INFO]: ElBananaa joined the game`,
    heard: [{ kind: 'ready' }, { kind: 'joined', name: 'ElBananaa', address: '0.0.0.0:54531' }],
  },
];
