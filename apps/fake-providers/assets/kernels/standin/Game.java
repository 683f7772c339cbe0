package standin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Who is on. */
final class Game {
  private final List<Player> players = new CopyOnWriteArrayList<>();
  /** By player, where they are, and will be when they come back. */
  final Map<String, String> dimensions = new ConcurrentHashMap<>();
  /** As they stand in the server's lists, by name and by address. */
  final Map<String, String> operators = load("ops.json", "name");
  final Map<String, String> bans = load("banned-players.json", "name");
  final Map<String, String> addressBans = load("banned-ips.json", "ip");
  final Map<String, String> whitelist = load("whitelist.json", "name");
  final Scoreboard scoreboard = new Scoreboard();
  volatile boolean hasWhitelist = "true".equals(Main.SETTINGS.getProperty("white-list"));
  private ServerSocket server;

  void listen(String address, int port) throws IOException {
    server = new ServerSocket(port, 50, InetAddress.getByName(address));
    Thread thread = new Thread(() -> {
      for (;;) {
        try {
          Socket socket = server.accept();
          Thread serving = new Thread(() -> new Player(socket).serve());
          serving.setDaemon(true);
          serving.start();
        } catch (IOException error) {
          return;
        }
      }
    });
    thread.setDaemon(true);
    thread.start();
  }

  List<Player> players() {
    return players;
  }

  void join(Player player) {
    // As the game does: one of the same name has to go.
    for (Player other : players) {
      if (other.name.equals(player.name)) other.kick("You logged in from another location");
    }
    players.add(player);
    Main.log.say("User Authenticator #1", "INFO", "UUID of player " + player.name + " is " + player.uuid);
    // Bukkit's servers say it the other way round, and name the world.
    String joined = player.name + " joined the game";
    if (Main.has("paper")) Main.log.info(joined);
    Main.log.info(player.name + "[" + player.address + "] logged in with entity id 7 at (" + (Main.has("paper") ? "[world]" : "") + "8.5, 65.0, 8.5)");
    if (!Main.has("paper")) Main.log.info(joined);
  }

  void leave(Player player, String why) {
    if (!players.remove(player)) return;
    Main.log.info(player.name + " lost connection: " + why);
    Main.log.info(player.name + " left the game");
  }

  /** @param by null for the console */
  static String ban(String kind, String subject, String by, String reason) {
    return "{\"" + kind + "\":\"" + subject + "\",\"created\":\"" + OffsetDateTime.now() + "\",\"source\":\"" + (by == null ? "Server" : by)
        + "\",\"expires\":\"forever\",\"reason\":\"" + reason.replace("\\", "\\\\").replace("\"", "\\\"") + "\"}";
  }

  static UUID uuidOf(String name) {
    return UUID.nameUUIDFromBytes(("OfflinePlayer:" + name).getBytes(StandardCharsets.UTF_8));
  }

  static String profile(String name) {
    return "{\"uuid\":\"" + uuidOf(name) + "\",\"name\":\"" + name + "\"}";
  }

  /** The entries of a list, none of which has an object in it. */
  private static Map<String, String> load(String file, String key) {
    Map<String, String> entries = new ConcurrentHashMap<>();
    try {
      Matcher matcher = Pattern.compile("\\{[^}]*\"" + key + "\":\"([^\"]*)\"[^}]*\\}").matcher(new String(Files.readAllBytes(Paths.get(file)), StandardCharsets.UTF_8));
      while (matcher.find()) entries.put(matcher.group(1).toLowerCase(), matcher.group());
    } catch (NoSuchFileException error) {
      // It begins with none.
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
    return entries;
  }

  /** As the game does after each change, before it says what it has done. */
  synchronized void writeLists() {
    try {
      write("ops.json", operators.values().toString());
      write("banned-players.json", bans.values().toString());
      write("banned-ips.json", addressBans.values().toString());
      write("whitelist.json", whitelist.values().toString());
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  private static void write(String file, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    Path path = Paths.get(file);
    if (Files.exists(path) && Arrays.equals(Files.readAllBytes(path), bytes)) return;
    Files.write(path, bytes);
  }

  /** Kept in the properties, as the game keeps it. */
  void setWhitelist(boolean on) {
    hasWhitelist = on;
    Main.SETTINGS.setProperty("white-list", String.valueOf(on));
    try (Writer writer = Files.newBufferedWriter(Paths.get("server.properties"))) {
      Main.SETTINGS.store(writer, "Minecraft server properties");
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  /** By who they are, which minds the case of their name. */
  boolean letsIn(Player player) {
    return !hasWhitelist || isOperator(player.name) || whitelist.values().toString().contains(player.uuid.toString());
  }

  boolean isOperator(String name) {
    return operators.containsKey(name.toLowerCase());
  }

  boolean setOperator(String name, boolean is) {
    String key = name.toLowerCase();
    boolean changed = is ? operators.putIfAbsent(key, profile(name)) == null : operators.remove(key) != null;
    if (changed) writeLists();
    return changed;
  }

  /** @param json a chat component */
  void tell(String json) {
    for (Player player : players) player.tell(json);
  }

  void close() throws IOException {
    server.close();
    for (Player player : players) player.kick("Server closed");
  }
}
