package standin;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Objectives that players trigger, and teams. What it answers are the game's own texts, of its language file `en_us.json`. */
final class Scoreboard {
  private static final class Team {
    String prefix = "";
    String color = "";
  }

  /** By objective, who may trigger it. */
  private final Map<String, Set<String>> triggers = new HashMap<>();
  private final Map<String, Team> teams = new HashMap<>();
  /** By player, the name of their team. */
  private final Map<String, String> members = new HashMap<>();

  /** @param words of `scoreboard` */
  synchronized String scoreboard(String[] words) {
    String objective = words[0].equals("objectives") ? words[2] : words[3];
    Set<String> primed = triggers.get(objective);
    switch (words[0] + " " + words[1]) {
      case "objectives add":
        if (triggers.putIfAbsent(words[2], new HashSet<>()) != null) return "An objective already exists by that name";
        return "Created new objective [" + words[2] + "]";
      case "objectives remove":
        return triggers.remove(words[2]) == null ? unknown(words[2]) : "Removed objective [" + words[2] + "]";
      case "players enable":
        if (primed == null) return unknown(objective);
        return primed.add(words[2]) ? "Enabled trigger [" + objective + "] for " + words[2] : "Nothing changed. That trigger is already enabled";
      default:
        if (primed == null) return unknown(objective);
        primed.remove(words[2]);
        return "Reset [" + objective + "] for " + words[2];
    }
  }

  /** Which every player may type. @return null when it is done */
  synchronized String trigger(String player, String objective) {
    Set<String> primed = triggers.get(objective);
    if (primed == null) return unknown(objective);
    return primed.remove(player) ? null : "You cannot trigger this objective yet";
  }

  /** @param words of `team`, the last of them all that is left */
  synchronized String team(String[] words) {
    String name = words[1];
    if (words[0].equals("add")) return teams.putIfAbsent(name, new Team()) == null ? "Created team [" + name + "]" : "A team already exists by that name";
    Team team = teams.get(name);
    if (team == null) return "Unknown team '" + name + "'";
    switch (words[0]) {
      case "remove":
        teams.remove(name);
        members.values().remove(name);
        return "Removed team [" + name + "]";
      case "join":
        members.put(words[2], name);
        return "Added " + words[2] + " to team [" + name + "]";
      default:
        if (words[2].equals("color")) {
          team.color = words[3];
          return "Updated the color for team [" + name + "] to " + words[3];
        }
        team.prefix = words[3];
        return "Team prefix set to " + plain(words[3]);
    }
  }

  synchronized boolean isMember(String player, String team) {
    return team.equals(members.get(player));
  }

  /** Who they are in the console. */
  synchronized String display(String player) {
    Team team = teams.get(members.get(player));
    return team == null ? player : plain(team.prefix) + player;
  }

  /** Who they are to others, as a chat component. */
  synchronized String component(String player) {
    Team team = teams.get(members.get(player));
    String color = team == null || team.color.isEmpty() ? "" : ",\"color\":\"" + team.color + "\"";
    String name = "{\"text\":\"" + player + "\"" + color + "}";
    return team == null || team.prefix.isEmpty() ? name : "{\"text\":\"\",\"extra\":[" + team.prefix + "," + name + "]}";
  }

  /** The text of a component that has no more than one. */
  private static String plain(String json) {
    return json.replaceAll("^.*\"text\":\"([^\"]*)\".*$", "$1");
  }

  private static String unknown(String objective) {
    return "Unknown scoreboard objective '" + objective + "'";
  }
}
