package standin;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The commands of the console, and of operators. */
final class Commands {
  /** @param by the operator who typed it; null for the console */
  synchronized void run(String line, String by) throws IOException {
    String[] words = line.split(" ", 5);
    boolean elsewhere = words.length == 5 && words[0].equals("execute") && words[1].equals("in") && words[3].equals("run");
    if (!elsewhere) run(line, by, Main.world);
    else if (!Main.WORLDS.containsKey(words[2])) answer(by, "Unknown dimension '" + words[2] + "'");
    else run(words[4], by, Main.WORLDS.get(words[2]));
  }

  private void run(String line, String by, World world) throws IOException {
    String[] words = line.split(" ", 2);
    String rest = words.length > 1 ? words[1] : "";
    switch (words[0]) {
      case "list":
        answer(by, "There are " + Main.game.players().size() + " of a max of " + Main.SETTINGS.getProperty("max-players")
            + " players online: " + Main.game.players().stream().map(player -> player.name).collect(Collectors.joining(", ")));
        break;
      case "save-off":
        for (World one : Main.WORLDS.values()) one.setSaving(false);
        answer(by, "Automatic saving is now disabled");
        break;
      case "save-on":
        for (World one : Main.WORLDS.values()) one.setSaving(true);
        answer(by, "Automatic saving is now enabled");
        break;
      case "save-all":
        answer(by, "Saving the game (this may take a moment!)");
        if (Main.has("neverSaved")) break;
        answer(by, saveAll() ? "Saved the game" : "Unable to save the game (is there enough disk space?)");
        break;
      case "stop":
        stop(by);
        break;
      case "op":
        answer(by, Main.game.setOperator(rest, true) ? "Made " + rest + " a server operator" : "Nothing changed. The player already is an operator");
        break;
      case "deop":
        answer(by, Main.game.setOperator(rest, false) ? "Made " + rest + " no longer a server operator" : "Nothing changed. The player is not an operator");
        break;
      case "kick":
        kick(rest, by);
        break;
      case "ban":
        ban(rest, by);
        break;
      case "ban-ip":
        banAddress(rest, by);
        break;
      case "pardon":
        answer(by, removed(Main.game.bans, rest) ? "Unbanned " + rest : "Nothing changed. The player isn't banned");
        break;
      case "pardon-ip":
        answer(by, removed(Main.game.addressBans, rest) ? "Unbanned IP " + rest : "Nothing changed. That IP isn't banned");
        break;
      case "whitelist":
        whitelist(rest.split(" "), by);
        break;
      case "tps":
        if (!Main.has("paper")) unknown(line, by);
        else answer(by, "\u001b[33mTPS from last 1m, 5m, 15m: \u001b[32m19.5\u001b[33m, \u001b[32m*20.0\u001b[33m, \u001b[32m*20.0\u001b[0m");
        break;
      case "say":
        Main.log.info("[" + (by == null ? "Server" : by) + "] " + rest);
        Main.game.tell("{\"text\":\"[Server] " + rest.replace("\\", "\\\\").replace("\"", "\\\"") + "\"}");
        break;
      case "tellraw":
        Main.game.tell(rest.split(" ", 2)[1]);
        break;
      case "difficulty":
        answer(by, "The difficulty has been set to " + rest.substring(0, 1).toUpperCase() + rest.substring(1));
        break;
      case "defaultgamemode":
        answer(by, "The default game mode is now " + rest + " Mode");
        break;
      case "gamemode":
        if (Main.game.players().isEmpty()) answer(by, "No player was found");
        else answer(by, "Set all players' game mode to " + rest.split(" ")[0]);
        break;
      case "gamerule":
        answer(by, "Gamerule " + rest.replace(" ", " is now set to: "));
        break;
      case "worldborder":
        answer(by, rest.startsWith("set") ? "Set the world border to " + rest.substring(4) + ".0 block(s) wide" : "Set the center of the world border to " + rest.substring(7).replace("~ ~", Main.world.spawnX + ".0, " + Main.world.spawnZ + ".0"));
        break;
      case "setworldspawn":
        answer(by, "Set the world spawn point to " + rest.replace("~ ~ ~", Main.world.spawn()).replace(" ", ", ") + " [0.0]");
        break;
      case "weather":
        answer(by, "Set the weather to " + rest.replace("thunder", "rain & thunder"));
        break;
      case "give":
        give(rest.split(" "), by);
        break;
      case "scoreboard":
        answer(by, Main.game.scoreboard.scoreboard(rest.split(" ")));
        break;
      case "execute":
        if (rest.equals("as @a run data get entity @s Dimension")) tellDimensions(by);
        else executeIfMember(rest, by);
        break;
      case "tp":
        teleport(rest.split(" ", 2), world, by);
        break;
      case "team":
        answer(by, Main.game.scoreboard.team(rest.split(" ", rest.startsWith("modify") ? 4 : 3)));
        break;
      case "mark":
        world.mark(rest);
        answer(by, "The world is marked: " + rest);
        break;
      case "read":
        answer(by, "The world says: " + world.text());
        break;
      case "unban-unseen":
        // As a program in the server may.
        removed(Main.game.bans, rest);
        break;
      case "print":
        // As of a creature that dies, whose name a player has given it, with a line break in it.
        Main.log.info(rest);
        break;
      case "run":
        answer(by, "Running " + rest);
        // What it prints and its end are its own affair.
        new ProcessBuilder("/bin/sh", "-c", rest + " </dev/null >/dev/null 2>&1").start();
        break;
      default:
        unknown(line, by);
    }
  }

  private static boolean saveAll() {
    boolean all = true;
    for (World one : Main.WORLDS.values()) all &= one.save();
    return all;
  }

  /** The one command that every player may use. */
  void trigger(Player player, String rest) {
    String problem = Main.game.scoreboard.trigger(player.name, rest.split(" ")[0]);
    if (problem == null) answer(player.name, "Triggered [" + rest + "]");
    else player.tell("{\"text\":\"" + problem + "\"}");
  }

  private void answer(String by, String text) {
    Main.log.info(by == null ? text : "[" + Main.game.scoreboard.display(by) + ": " + text + "]");
  }

  /** Of `execute` no more than `if entity @a[name=…,team=…] run …`: where nobody is such a one, nothing is said. */
  private void executeIfMember(String rest, String by) throws IOException {
    Matcher parts = Pattern.compile("if entity @a\\[name=(\\w+),team=([\\w.]+)\\] run (.+)").matcher(rest);
    if (!parts.matches()) unknown("execute " + rest, by);
    else if (Main.game.scoreboard.isMember(parts.group(1), parts.group(2))) run(parts.group(3), by);
  }

  private void tellDimensions(String by) {
    for (Player player : Main.game.players()) {
      answer(by, Main.game.scoreboard.display(player.name) + " has the following entity data: \"" + Main.game.dimensions.getOrDefault(player.name, "minecraft:overworld") + "\"");
    }
  }

  private void teleport(String[] words, World world, String by) {
    for (Player player : Main.game.players()) {
      if (!words[0].equals(player.name)) continue;
      for (String dimension : Main.WORLDS.keySet()) if (Main.WORLDS.get(dimension) == world) Main.game.dimensions.put(player.name, dimension);
      answer(by, "Teleported " + Main.game.scoreboard.display(player.name) + " to " + words[1].replace(" ", ", "));
      return;
    }
    answer(by, "No entity was found");
  }

  private void give(String[] words, String by) {
    for (Player player : Main.game.players()) {
      if (!words[0].equals(player.name)) continue;
      String what = words[2] + " [" + Arrays.stream(words[1].replace("minecraft:", "").split("_"))
          .map(word -> word.substring(0, 1).toUpperCase() + word.substring(1)).collect(Collectors.joining(" ")) + "]";
      player.tell("{\"text\":\"You have " + what + "\"}");
      answer(by, "Gave " + what + " to " + Main.game.scoreboard.display(player.name));
      return;
    }
    answer(by, "No player was found");
  }

  private void unknown(String line, String by) {
    if (by != null) return;
    Main.log.info("Unknown or incomplete command, see below for error");
    Main.log.info(line + "<--[HERE]");
  }

  private void kick(String rest, String by) {
    String[] words = rest.split(" ", 2);
    String reason = words.length > 1 ? words[1] : "Kicked by an operator";
    for (Player player : Main.game.players()) {
      if (!words[0].equals("@a") && !words[0].equalsIgnoreCase(player.name)) continue;
      player.kick(reason);
      answer(by, "Kicked " + player.name + ": " + reason);
    }
  }

  private void ban(String rest, String by) {
    String[] words = rest.split(" ", 2);
    String reason = words.length > 1 ? words[1] : "Banned by an operator.";
    if (Main.game.bans.putIfAbsent(words[0].toLowerCase(), Game.ban("name", words[0], by, reason)) != null) {
      answer(by, "Nothing changed. The player is already banned");
      return;
    }
    Main.game.writeLists();
    answer(by, "Banned " + words[0] + ": " + reason);
    for (Player player : Main.game.players()) {
      if (words[0].equalsIgnoreCase(player.name)) player.kick("You are banned from this server");
    }
  }

  /** An address, or who is at one: as the game does, everybody there has to go. */
  private void banAddress(String rest, String by) {
    String[] words = rest.split(" ", 2);
    String reason = words.length > 1 ? words[1] : "Banned by an operator.";
    String address = words[0];
    for (Player player : Main.game.players()) {
      if (words[0].equalsIgnoreCase(player.name)) address = player.host();
    }
    if (Main.game.addressBans.putIfAbsent(address, Game.ban("ip", address, by, reason)) != null) {
      answer(by, "Nothing changed. That IP is already banned");
      return;
    }
    Main.game.writeLists();
    answer(by, "Banned IP " + address + ": " + reason);
    for (Player player : Main.game.players()) {
      if (player.host().equals(address)) player.kick("Your IP address is banned from this server");
    }
  }

  private static boolean removed(Map<String, String> list, String name) {
    boolean is = list.remove(name.toLowerCase()) != null;
    if (is) Main.game.writeLists();
    return is;
  }

  private void whitelist(String[] words, String by) {
    String name = words.length > 1 ? words[1] : "";
    if (words[0].equals("add")) {
      boolean isNew = Main.game.whitelist.putIfAbsent(name.toLowerCase(), Game.profile(name)) == null;
      if (isNew) Main.game.writeLists();
      answer(by, isNew ? "Added " + name + " to the whitelist" : "Player is already whitelisted");
    } else if (words[0].equals("remove")) {
      answer(by, removed(Main.game.whitelist, name) ? "Removed " + name + " from the whitelist" : "Player is not whitelisted");
    } else {
      boolean on = words[0].equals("on");
      boolean isNew = on != Main.game.hasWhitelist;
      if (isNew) Main.game.setWhitelist(on);
      answer(by, "Whitelist is " + (isNew ? "now" : "already") + " turned " + words[0]);
    }
  }

  private void stop(String by) throws IOException {
    answer(by, "Stopping the server");
    if (Main.has("hangAtStop")) return;
    Main.log.info("Stopping server");
    Main.log.info("Saving players");
    Main.game.close();
    Main.log.info("Saving worlds");
    saveAll();
    for (String name : Main.WORLDS.keySet()) Main.log.info("Saving chunks for level 'ServerLevel[world]'/" + name);
    System.exit(0);
  }
}
