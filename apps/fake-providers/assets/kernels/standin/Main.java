package standin;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;

/** A server that speaks as the game's own does, and has no game in it. What it does amiss is said in flags.properties of the jar. */
public final class Main {
  static final Properties FLAGS = new Properties();
  static final Properties SETTINGS = new Properties();
  static Log log;
  static World world;
  /** By the names of their dimensions, the overworld first. */
  static final Map<String, World> WORLDS = new LinkedHashMap<>();
  static Game game;

  public static void main(String[] args) throws Exception {
    long began = System.nanoTime();
    FLAGS.load(Main.class.getResourceAsStream("/flags.properties"));
    log = new Log(has("paper"));
    if (has("dieAtOnce")) {
      System.err.println("Error: the stand-in cannot begin");
      System.exit(3);
    }
    Properties eula = read("eula.txt");
    if (!"true".equals(eula.getProperty("eula"))) {
      log.say("ServerMain", "WARN", "Failed to load eula.txt");
      log.say("ServerMain", "INFO", "You need to agree to the EULA in order to run the server. Go to eula.txt for more info.");
      return;
    }
    SETTINGS.putAll(read("server.properties"));
    log.info("Starting minecraft server version 1.16.5");
    log.info("Loading properties");
    log.info("Default game type: " + SETTINGS.getProperty("gamemode").toUpperCase());
    makeWorlds(SETTINGS.getProperty("level-name"));
    game = new Game();
    int port = Integer.parseInt(SETTINGS.getProperty("server-port"));
    log.info("Starting Minecraft server on " + SETTINGS.getProperty("server-ip") + ":" + port);
    if (!has("deaf")) game.listen(SETTINGS.getProperty("server-ip"), port);
    log.info("Preparing level \"" + SETTINGS.getProperty("level-name") + "\"");
    log.info("Preparing start region for dimension minecraft:overworld");
    log.say("Worker-Main-1", "INFO", "Preparing spawn area: 0%");
    if (has("neverDone")) Thread.sleep(Long.MAX_VALUE);
    for (World one : WORLDS.values()) one.open();
    log.info(String.format("Done (%.3fs)! For help, type \"help\"", (System.nanoTime() - began) / 1e9));
    if (has("flood")) flood();
    Commands commands = new Commands();
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) commands.run(line.trim(), null);
    // The game's own server goes on without its console.
    Thread.sleep(Long.MAX_VALUE);
  }

  /** The game has its dimensions in the folder of the world; Bukkit gives each a folder of its own beside it. */
  private static void makeWorlds(String name) {
    Path overworld = Paths.get(name);
    world = new World(overworld, overworld);
    WORLDS.put("minecraft:overworld", world);
    if (!"true".equals(SETTINGS.getProperty("allow-nether"))) return;
    Path nether = has("paper") ? Paths.get(name + "_nether") : overworld;
    Path end = has("paper") ? Paths.get(name + "_the_end") : overworld;
    WORLDS.put("minecraft:the_nether", new World(nether, nether.resolve("DIM-1")));
    WORLDS.put("minecraft:the_end", new World(end, end.resolve("DIM1")));
  }

  static boolean has(String flag) {
    return "true".equals(FLAGS.getProperty(flag));
  }

  private static Properties read(String name) throws IOException {
    Properties properties = new Properties();
    Path path = Paths.get(name);
    if (!Files.exists(path)) return properties;
    try (Reader reader = Files.newBufferedReader(path)) {
      properties.load(reader);
    }
    return properties;
  }

  /** Ten thousand lines a second. */
  private static void flood() {
    Thread thread = new Thread(() -> {
      for (long n = 0; ; n++) {
        log.info("flood " + n);
        if (n % 100 == 99) pause(10);
      }
    });
    thread.setDaemon(true);
    thread.start();
  }

  static void pause(long milliseconds) {
    try {
      Thread.sleep(milliseconds);
    } catch (InterruptedException error) {
      throw new IllegalStateException(error);
    }
  }
}
