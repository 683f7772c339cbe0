package standin;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A number that grows ten times a second, and a text: what of it is on the disk, a backup must have. */
final class World {
  private final Path folder;
  private String text = "";
  private long ticks;
  private boolean saving = true;

  World(Path folder) {
    this.folder = folder;
  }

  void open() throws IOException {
    Files.createDirectories(folder.resolve("region"));
    Path kept = folder.resolve("stand-in.txt");
    if (Files.exists(kept)) {
      String[] lines = new String(Files.readAllBytes(kept), StandardCharsets.UTF_8).split("\n", 2);
      ticks = Long.parseLong(lines[0]);
      text = lines[1];
    }
    if (!Files.exists(folder.resolve("level.dat"))) Files.write(folder.resolve("level.dat"), new byte[] {0});
    Thread thread = new Thread(this::tick);
    thread.setDaemon(true);
    thread.start();
  }

  synchronized void mark(String text) {
    this.text = text;
  }

  synchronized String text() {
    return text;
  }

  synchronized void setSaving(boolean saving) {
    this.saving = saving;
  }

  /** As the game: a write that fails is a stack in the console, and the server goes on. */
  synchronized boolean save() {
    try {
      write();
      return true;
    } catch (IOException error) {
      Main.log.say("Server thread", "ERROR", "Failed to save chunk 0,0");
      System.out.println(error);
      return false;
    }
  }

  private void write() throws IOException {
    Path written = folder.resolve("stand-in.txt.new");
    Files.write(written, (ticks + "\n" + text).getBytes(StandardCharsets.UTF_8));
    Files.move(written, folder.resolve("stand-in.txt"), StandardCopyOption.ATOMIC_MOVE);
    Files.write(folder.resolve("region").resolve("r.9.9.mca"), new byte[8192]);
  }

  private void tick() {
    for (;;) {
      Main.pause(100);
      synchronized (this) {
        ticks += 1;
        if (saving && ticks % 2 == 0) save();
      }
    }
  }
}
