package standin;

import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

/** One dimension: a number that grows ten times a second, and a text: what of it is on the disk, a backup must have. */
final class World {
  /** Where its land is. */
  private final Path folder;
  /** Where its level.dat is. */
  private final Path root;
  private String text = "";
  private long ticks;
  private boolean saving = true;
  /** Of a world that it has made itself. */
  int spawnX;
  final int spawnY = 70;
  int spawnZ;

  World(Path root, Path folder) {
    this.root = root;
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
    if (!Files.exists(root.resolve("level.dat"))) make();
    Thread thread = new Thread(this::tick);
    thread.setDaemon(true);
    thread.start();
  }

  /** As the game does: where its land lets players appear follows from its seed, which an empty setting leaves to chance. */
  private void make() throws IOException {
    String seed = Main.SETTINGS.getProperty("level-seed", "");
    int number = seed.isEmpty() ? new Random().nextInt() : seed.hashCode();
    spawnX = Math.floorMod(number, 200) - 100;
    spawnZ = Math.floorMod(number / 200, 200) - 100;
    try (DataOutputStream out = new DataOutputStream(new GZIPOutputStream(Files.newOutputStream(root.resolve("level.dat"))))) {
      Nbt.writeLevel(out, Main.SETTINGS.getProperty("level-type"), seed, spawnX, spawnY, spawnZ);
    }
  }

  String spawn() {
    return spawnX + " " + spawnY + " " + spawnZ;
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
