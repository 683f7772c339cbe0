package standin;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Who is on. */
final class Game {
  private final List<Player> players = new CopyOnWriteArrayList<>();
  private final Set<String> operators = ConcurrentHashMap.newKeySet();
  final Set<String> bans = ConcurrentHashMap.newKeySet();
  final Set<String> addressBans = ConcurrentHashMap.newKeySet();
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
    Main.log.info(player.name + "[" + player.address + "] logged in with entity id 7 at (8.5, 65.0, 8.5)");
    Main.log.info(player.name + " joined the game");
  }

  void leave(Player player, String why) {
    if (!players.remove(player)) return;
    Main.log.info(player.name + " lost connection: " + why);
    Main.log.info(player.name + " left the game");
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
