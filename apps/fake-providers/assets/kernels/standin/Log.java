package standin;

import java.text.SimpleDateFormat;
import java.util.Date;

/** Lines as the game's server prints them, or as Paper does. */
final class Log {
  private final boolean paper;

  Log(boolean paper) {
    this.paper = paper;
  }

  void info(String text) {
    say("Server thread", "INFO", text);
  }

  synchronized void say(String thread, String level, String text) {
    String time = new SimpleDateFormat("HH:mm:ss").format(new Date());
    System.out.println(paper ? "[" + time + " " + level + "]: " + text : "[" + time + "] [" + thread + "/" + level + "]: " + text);
  }
}
