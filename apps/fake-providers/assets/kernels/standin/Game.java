package standin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Who is on. */
final class Game {
  private final List<Player> players = new CopyOnWriteArrayList<>();
  private final Set<String> operators = ConcurrentHashMap.newKeySet();
  /** By player, where they are, and will be when they come back. */
  final Map<String, String> dimensions = new ConcurrentHashMap<>();
  /** As they stand in the server's lists, by name and by address. */
  final Map<String, String> bans = new ConcurrentHashMap<>();
  final Map<String, String> addressBans = new ConcurrentHashMap<>();
  final Set<String> whitelist = ConcurrentHashMap.newKeySet();
  final Scoreboard scoreboard = new Scoreboard();
  volatile boolean hasWhitelist;
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

  void writeBans() {
    try {
      Files.write(Paths.get("banned-players.json"), bans.values().toString().getBytes(StandardCharsets.UTF_8));
      Files.write(Paths.get("banned-ips.json"), addressBans.values().toString().getBytes(StandardCharsets.UTF_8));
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  boolean isOperator(String name) {
    return operators.contains(name.toLowerCase());
  }

  boolean setOperator(String name, boolean is) {
    return is ? operators.add(name.toLowerCase()) : operators.remove(name.toLowerCase());
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
