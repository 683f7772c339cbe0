import type { StartCause } from '@realmkeep/contract';

interface Printed {
  cause: StartCause;
  subject: string | null;
  needs: string | null;
  /** What ran, as far as the source tells. */
  server: string;
  /** Where somebody published their server's output. */
  source: string;
  /** The lines that matter, verbatim. */
  lines: string;
}

const github = (thread: string) => `https://github.com/${thread}`;

/** Output of real servers that did not start, or whose plugins did not: for the test, each with its source. */
export const printedLines: Printed[] = [
  {
    cause: 'PORT',
    subject: null,
    needs: null,
    server: 'Paper 1.21.1',
    source: github('PaperMC/Paper/issues/11324'),
    lines: `[22:40:52 WARN]: **** FAILED TO BIND TO PORT!
[22:40:52 WARN]: The exception was: io.netty.channel.unix.Errors$NativeIoException: bind(..) failed: Address already in use
[22:40:52 WARN]: Perhaps a server is already running on that port?
[22:40:52 ERROR]: Encountered an unexpected exception
java.lang.IllegalStateException: Failed to bind to port
        at net.minecraft.server.dedicated.DedicatedServer.initServer(DedicatedServer.java:286) ~[paper-1.21.1.jar:1.21.1-41-fcedb49]`,
  },
  {
    cause: 'PORT',
    subject: null,
    needs: null,
    server: 'Paper 1.19.2',
    source: github('PaperMC/Paper/issues/8288'),
    lines: `[12:22:11] [Server thread/INFO]: Starting Minecraft server on *:25565
[12:22:11] [Server thread/INFO]: Using epoll channel type
[12:22:11] [Server thread/WARN]: **** FAILED TO BIND TO PORT!`,
  },
  {
    cause: 'MEMORY',
    subject: null,
    needs: null,
    server: 'Paper 1.16.4',
    source: github('MichaIng/DietPi/issues/3823'),
    lines: `[23:29:41] [Worker-Main-2/WARN]: java.util.concurrent.CompletionException: java.lang.OutOfMemoryError: Java heap space
[23:29:47] [Worker-Main-2/WARN]:        at java.base/java.util.concurrent.CompletableFuture.encodeThrowable(CompletableFuture.java:314)`,
  },
  {
    cause: 'MEMORY',
    subject: null,
    needs: null,
    server: 'Paper 1.20',
    source: github('mtoensing/Docker-Minecraft-PaperMC-Server/issues/89'),
    lines: `[13:02:46] [Netty Epoll Server IO #0/WARN]: [io.netty.util.concurrent.AbstractEventExecutor] A task raised an exception. Task: ScheduledFutureTask@321e6527(uncancellable, task: io.netty.handler.timeout.IdleStateHandler$ReaderIdleTimeoutTask@ee11e1b, deadline: 0, period: 0)
java.lang.OutOfMemoryError: Java heap space`,
  },
  {
    cause: 'MEMORY',
    subject: null,
    needs: null,
    server: 'Paper 1.14.1',
    source: github('itzg/docker-minecraft-server/issues/327'),
    lines: `#
# There is insufficient memory for the Java Runtime Environment to continue.
# Native memory allocation (mmap) failed to map 1073741824 bytes for committing reserved memory.
# An error report file with more information is saved as:
# /data/hs_err_pid31.log`,
  },
  {
    cause: 'JAVA',
    subject: null,
    needs: '21',
    server: 'Vanilla 1.21.1',
    source: github('itzg/minecraft-server-charts/issues/231'),
    lines: `Error: LinkageError occurred while loading main class net.minecraft.bundler.Main
        java.lang.UnsupportedClassVersionError: net/minecraft/bundler/Main has been compiled by a more recent version of the Java Runtime (class file version 65.0), this version of the Java Runtime only recognizes class file versions up to 61.0`,
  },
  {
    cause: 'JAVA',
    subject: null,
    needs: '21',
    server: 'Paper 1.21',
    source: github('GeyserMC/pterodactyl-stuff/pull/52'),
    lines: `Starting org.bukkit.craftbukkit.Main
Exception in thread "ServerMain" java.lang.UnsupportedClassVersionError: org/bukkit/craftbukkit/Main has been compiled by a more recent version of the Java Runtime (class file version 65.0), this version of the Java Runtime only recognizes class file versions up to 61.0
        at java.base/java.lang.ClassLoader.defineClass1(Native Method)`,
  },
  {
    cause: 'JAVA',
    subject: null,
    needs: '16',
    server: 'Paper 1.16.5',
    source: github('itzg/docker-minecraft-server/pull/3530'),
    lines: 'Unsupported Java detected (61.0). Only up to Java 16 is supported.',
  },
  {
    cause: 'JAVA',
    subject: null,
    needs: '25',
    server: 'Fabric 26.2',
    source: github('Infinidoge/nix-minecraft/issues/211'),
    lines: `java.lang.RuntimeException: An exception occurred when launching the server!
        at net.fabricmc.loader.impl.launch.server.FabricServerLauncher.main(FabricServerLauncher.java:71)
Caused by: java.lang.RuntimeException: Error invoking MC server bundler: java.lang.UnsupportedClassVersionError: net/minecraft/bundler/Main has been compiled by a more recent version of the Java Runtime (class file version 69.0), this version of the Java Runtime only recognizes class file versions up to 65.0`,
  },
  {
    cause: 'JAVA',
    subject: 'mo_glass',
    needs: '16',
    server: 'Fabric 1.17.1',
    source: github('TeamAOF/All-of-Fabric-4/issues/76'),
    lines: `[16:15:33] [main/INFO]: Loading for game Minecraft 1.17.1
[16:15:33] [main/FATAL]: A critical error occurred
net.fabricmc.loader.discovery.ModResolutionException: Could not find required mod: mo_glass requires {java @ [>=16]}`,
  },
  {
    cause: 'EULA',
    subject: null,
    needs: null,
    server: 'Paper 1.16',
    source: github('pterodactyl/panel/issues/2258'),
    lines: '[10:26:22 INFO]: You need to agree to the EULA in order to run the server. Go to eula.txt for more info.',
  },
  {
    cause: 'EULA',
    subject: null,
    needs: null,
    server: 'Vanilla 1.12.1',
    source: github('networkcobwebs/minecraft-server-manager/issues/16'),
    lines: `[16:17:37] [Server thread/WARN]: Failed to load eula.txt
[16:17:37] [Server thread/INFO]: You need to agree to the EULA in order to run the server. Go to eula.txt for more info.
[16:17:37] [Server thread/INFO]: Stopping server`,
  },
  {
    cause: 'DEPENDENCY',
    subject: 'Dynmap-Essentials',
    needs: 'dynmap',
    server: 'Paper 1.20.6',
    source: github('PaperMC/Paper/issues/11001'),
    lines: `[13:12:32] [Server thread/ERROR]: [ModernPluginLoadingStrategy] Could not load 'plugins/.paper-remapped/Dynmap-Essentials-0.91.jar' in 'plugins/.paper-remapped'
org.bukkit.plugin.UnknownDependencyException: Unknown/missing dependency plugins: [dynmap]. Please download and install these plugins to run 'Dynmap-Essentials'.
	at io.papermc.paper.plugin.entrypoint.strategy.modern.ModernPluginLoadingStrategy.loadProviders(ModernPluginLoadingStrategy.java:82) ~[paper-1.20.6.jar:1.20.6-147-e41d44f]`,
  },
  {
    cause: 'DEPENDENCY',
    subject: 'NameTags',
    needs: 'packetevents',
    server: 'Purpur 1.21.7',
    source: github('Matt-MX/DisplayNameTags/issues/87'),
    lines: `[03:43:01] [Server thread/ERROR]: [ModernPluginLoadingStrategy] Could not load 'plugins/DisplayNameTags-1.5.6.jar' in 'plugins'
org.bukkit.plugin.UnknownDependencyException: Unknown/missing dependency plugins: [packetevents]. Please download and install these plugins to run 'NameTags'.`,
  },
  {
    cause: 'DEPENDENCY',
    subject: 'LibsDisguises-9.7.1.jar',
    needs: 'ProtocolLib',
    server: 'Paper 1.13.2, as 1.16.5 words it',
    source: github('libraryaddict/LibsDisguises/issues/340'),
    lines: `[16:59:01 ERROR]: Could not load 'plugins\\LibsDisguises-9.7.1.jar' in folder 'plugins'
org.bukkit.plugin.UnknownDependencyException: ProtocolLib
        at org.bukkit.plugin.SimplePluginManager.loadPlugins(SimplePluginManager.java:218) ~[spigot.jar:git-Paper-513]`,
  },
  {
    cause: 'DEPENDENCY',
    subject: 'byg',
    needs: 'fabric',
    server: 'Fabric 1.16.5',
    source: github('FabricMC/fabric-api/issues/1425'),
    lines: `[10:20:58] [main/INFO]: Loading for game Minecraft 1.16.5
[10:20:59] [main/FATAL]: A critical error occurred
net.fabricmc.loader.discovery.ModResolutionException: Could not find required mod: byg requires {fabric @ [*]}
        at net.fabricmc.loader.discovery.ModResolver.findCompatibleSet(ModResolver.java:180) ~[fabric-server-launch.jar:?]`,
  },
  {
    cause: 'DEPENDENCY',
    subject: 'Overworld 2',
    needs: 'fabric',
    server: 'Fabric 1.16.5',
    source: github('itzg/docker-minecraft-server/issues/980'),
    lines: `[21:03:26] [main/FATAL]: A critical error occurred
net.fabricmc.loader.discovery.ModResolutionException: Errors were found!
- Mod 'Overworld 2' (overworld_two) requires any version of mod fabric, which is missing!
- You must install any version of fabric.`,
  },
  {
    cause: 'DEPENDENCY',
    subject: 'Friends&Foes',
    needs: 'Fabric API',
    server: 'Fabric 1.21',
    source: github('Faboslav/friends-and-foes/issues/255'),
    lines: `[13:45:17] [main/ERROR]: Incompatible mods found!
net.fabricmc.loader.impl.FormattedException: Some of your mods are incompatible with the game or each other!
A potential solution has been determined, this may resolve your problem:
More details:
	 - Mod 'Friends&Foes' (friendsandfoes) 2.0.[17] requires version 0.103.0+1.21.1 or later of mod 'Fabric API' (fabric-api), but only the wrong versions are present: 0.102.0+1.21/0.101.2+1.21/0.100.7+1.21!`,
  },
  {
    cause: 'WORLD_NEWER',
    subject: null,
    needs: null,
    server: 'Paper 1.16.1',
    source: github('webbukkit/dynmap/issues/3107'),
    lines:
      '[16:17:59 WARN]: java.lang.RuntimeException: Server attempted to load chunk saved with newer version of minecraft! 2578 > 2567',
  },
  {
    cause: 'WORLD_NEWER',
    subject: null,
    needs: null,
    server: 'Paper 1.19',
    source: github('Amulet-Team/Amulet-Map-Editor/issues/1138'),
    lines: `[13:05:35 WARN]: java.lang.RuntimeException: Server attempted to load chunk saved with newer version of minecraft! 3337 > 3218
[13:05:35 WARN]:        at net.minecraft.world.level.chunk.storage.ChunkRegionLoader.loadChunk(ChunkRegionLoader.java:154)`,
  },
  {
    cause: 'JAR',
    subject: null,
    needs: null,
    server: 'Paper 1.16.5',
    source: github('itzg/docker-minecraft-server/issues/908'),
    lines: `[init] Starting the Minecraft server...
Error: Invalid or corrupt jarfile paper-1.16.5-764.jar`,
  },
  {
    cause: 'JAR',
    subject: 'WebConsole-2.2.jar',
    needs: null,
    server: 'Paper 1.17.1',
    source: github('mesacarlos/WebConsole/issues/82'),
    lines: `[12:34:03] [Server thread/ERROR]: Could not load 'plugins/WebConsole-2.2.jar' in folder 'plugins'
org.bukkit.plugin.InvalidDescriptionException: Invalid plugin.yml
    at org.bukkit.plugin.java.JavaPluginLoader.getPluginDescription(JavaPluginLoader.java:186) ~[patched_1.17.1.jar:git-Paper-243]
Caused by: java.util.zip.ZipException: zip END header not found
    at java.util.zip.ZipFile$Source.zerror(ZipFile.java:1608) ~[?:?]`,
  },
  {
    cause: 'LEVEL',
    subject: null,
    needs: null,
    server: 'Fabric 1.21',
    source: github('truenas/apps/issues/3484'),
    lines:
      '[16:10:39] [main/ERROR]: Failed to load world data from ./world/level.dat and ./world/level.dat_old. World files may be corrupted. Shutting down.',
  },
  {
    cause: 'LEVEL',
    subject: null,
    needs: null,
    server: 'Fabric 1.16.5',
    source: github('FabricMC/fabric-api/issues/1657'),
    lines: `[00:12:23] [main/ERROR]: Exception reading ./world/level.dat
java.lang.NullPointerException: null
        at com.google.common.base.Preconditions.checkNotNull(Preconditions.java:770) ~[fabric-server-launch.jar:?]`,
  },
  {
    cause: 'DISK',
    subject: null,
    needs: null,
    server: 'a server of 1.20.1',
    source: github('AllTheMods/ATM-9/issues/1538'),
    lines: `[26Mar2024 10:53:52.313] [Server thread/ERROR] [net.minecraft.server.MinecraftServer/]: Encountered an unexpected exception
com.google.gson.JsonIOException: java.io.IOException: No space left on device
	at com.google.gson.Gson.toJson(Gson.java:932) ~[gson-2.10.jar%2372!/:?]`,
  },
  {
    cause: 'DISK',
    subject: null,
    needs: null,
    server: 'Paper 1.13.2',
    source: github('Brettflan/WorldBorder/issues/120'),
    lines: 'java.io.IOException: Disk quota exceeded',
  },
  {
    cause: 'PLUGIN_VERSION',
    subject: 'MinecraftServerAPI-1.0.jar',
    needs: '1.21',
    server: 'Paper 1.20.4',
    source: github('Shweit/MinecraftServerAPI/issues/48'),
    lines: `[18:55:55 ERROR]: [ModernPluginLoadingStrategy] Could not load plugin 'MinecraftServerAPI-1.0.jar' in folder 'plugins'
org.bukkit.plugin.InvalidPluginException: Unsupported API version 1.21
        at org.bukkit.craftbukkit.v1_20_R3.util.CraftMagicNumbers.checkSupported(CraftMagicNumbers.java:389) ~[paper-1.20.4.jar:git-Paper-493]`,
  },
  {
    cause: 'PLUGIN_VERSION',
    subject: 'lift-reloaded-2.5.1.jar',
    needs: '1.21.4',
    server: 'Paper 1.21.3',
    source: github('kikelkik/LiftReloaded/issues/35'),
    lines: `[22:00:12] [Server thread/ERROR]: [ModernPluginLoadingStrategy] Could not load plugin 'lift-reloaded-2.5.1.jar' in folder 'plugins\\.paper-remapped'
org.bukkit.plugin.InvalidPluginException: Unsupported API version 1.21.4`,
  },
  {
    cause: 'PLUGIN_VERSION',
    subject: 'SimpleAutoRestart-2.5.0.jar',
    needs: '1.20',
    server: 'Purpur 1.19.4',
    source: github('teunjojo/SimpleAutoRestart/issues/9'),
    lines: `[17:25:06 ERROR]: [ModernPluginLoadingStrategy] Could not load plugin 'SimpleAutoRestart-2.5.0.jar' in folder 'plugins'
org.bukkit.plugin.InvalidPluginException: Unsupported API version 1.20`,
  },
  {
    cause: 'PLUGIN_VERSION',
    subject: 'Dispenser Configurator',
    needs: 'any version between 1.20.5 (inclusive) and 1.20.6 (inclusive)',
    server: 'Fabric 1.20.4',
    source: github('FabricMC/fabric-api/issues/3842'),
    lines: `Incompatible mods found!
net.fabricmc.loader.impl.FormattedException: Some of your mods are incompatible with the game or each other!
More details:
	 - Mod 'Dispenser Configurator' (dispenser_configurator) 1.2.15 requires any version between 1.20.5 (inclusive) and 1.20.6 (inclusive) of 'Minecraft' (minecraft), but only the wrong version is present: 1.20.4!`,
  },
  {
    cause: 'PLUGIN_VERSION',
    subject: 'vanish',
    needs: '1.16.4',
    server: 'Fabric 1.16.5',
    source: github('123456687548/vanish/issues/9'),
    lines: `[21:49:53] [main/FATAL]: A critical error occurred
net.fabricmc.loader.discovery.ModResolutionException: Could not find required mod: vanish requires {minecraft @ [1.16.4]}`,
  },
];
