package standin;

import java.io.DataOutputStream;
import java.io.IOException;

/** What a client of 1.16.5 is told of the one dimension that there is. */
final class Nbt {
  private Nbt() {}

  static void writeDimensionCodec(DataOutputStream out) throws IOException {
    compound(out, "");
    registry(out, "minecraft:dimension_type", "minecraft:overworld");
    dimension(out);
    end(out, 3);
    registry(out, "minecraft:worldgen/biome", "minecraft:plains");
    string(out, "precipitation", "rain");
    end(out, 3);
    out.write(0);
  }

  static void writeDimension(DataOutputStream out) throws IOException {
    compound(out, "");
    dimension(out);
    out.write(0);
  }

  /** The level.dat of a new world, as far as anybody reads it; what it was made by is the stand-in's own. */
  static void writeLevel(DataOutputStream out, String type, String seed, int x, int y, int z) throws IOException {
    compound(out, "");
    compound(out, "Data");
    int[] spawn = {x, y, z};
    for (int i = 0; i < 3; i++) {
      head(out, 3, "Spawn" + "XYZ".charAt(i));
      out.writeInt(spawn[i]);
    }
    bool(out, "hardcore", 0);
    string(out, "madeBy", type);
    string(out, "madeOf", seed);
    end(out, 2);
  }

  /** Opens a registry, the list of what is in it, its only entry and that one's element; `end` by three closes all but the list. */
  private static void registry(DataOutputStream out, String type, String name) throws IOException {
    compound(out, type);
    string(out, "type", type);
    head(out, 9, "value");
    out.write(10);
    out.writeInt(1);
    string(out, "name", name);
    head(out, 3, "id");
    out.writeInt(0);
    compound(out, "element");
  }

  private static void dimension(DataOutputStream out) throws IOException {
    for (String name : new String[] {"bed_works", "has_raids", "has_skylight", "natural"}) bool(out, name, 1);
    for (String name : new String[] {"piglin_safe", "respawn_anchor_works", "has_ceiling", "ultrawarm"}) bool(out, name, 0);
    head(out, 5, "ambient_light");
    out.writeFloat(0);
    string(out, "infiniburn", "minecraft:infiniburn_overworld");
    string(out, "effects", "minecraft:overworld");
    head(out, 3, "logical_height");
    out.writeInt(256);
    head(out, 6, "coordinate_scale");
    out.writeDouble(1);
  }

  private static void compound(DataOutputStream out, String name) throws IOException {
    head(out, 10, name);
  }

  private static void string(DataOutputStream out, String name, String value) throws IOException {
    head(out, 8, name);
    out.writeUTF(value);
  }

  private static void bool(DataOutputStream out, String name, int value) throws IOException {
    head(out, 1, name);
    out.write(value);
  }

  private static void head(DataOutputStream out, int tag, String name) throws IOException {
    out.write(tag);
    out.writeUTF(name);
  }

  private static void end(DataOutputStream out, int count) throws IOException {
    for (int i = 0; i < count; i++) out.write(0);
  }
}
