package standin;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.UUID;

/** One connection: a question for the status, or a client of 1.16.5 that plays. */
final class Player {
  private static final int PROTOCOL = 754;
  private static final int COMPRESS_FROM = 64;

  String name = "";
  UUID uuid;
  final String address;
  private final Socket socket;
  private Wire wire;
  private boolean plays;

  private interface Body {
    void write(DataOutputStream out) throws IOException;
  }

  Player(Socket socket) {
    this.socket = socket;
    address = socket.getRemoteSocketAddress().toString();
  }

  String host() {
    return socket.getInetAddress().getHostAddress();
  }

  void serve() {
    String why = "Disconnected";
    try {
      wire = new Wire(socket);
      DataInputStream handshake = wire.read();
      Wire.readVarInt(handshake);
      int protocol = Wire.readVarInt(handshake);
      String host = Wire.readString(handshake);
      handshake.readUnsignedShort();
      if (Wire.readVarInt(handshake) == 1) status();
      else logIn(protocol, host);
    } catch (IOException error) {
      why = error.getMessage() == null ? why : error.getMessage();
    } finally {
      Main.game.leave(this, why);
      close();
    }
  }

  private void status() throws IOException {
    wire.read();
    String json = "{\"version\":{\"name\":\"1.16.5\",\"protocol\":754},\"players\":{\"max\":" + Main.SETTINGS.getProperty("max-players")
        + ",\"online\":" + Main.game.players().size() + "},\"description\":{\"text\":\"" + Main.SETTINGS.getProperty("motd") + "\"}}";
    send(0x00, out -> Wire.writeString(out, json));
    DataInputStream ping = wire.read();
    Wire.readVarInt(ping);
    long payload = ping.readLong();
    send(0x01, out -> out.writeLong(payload));
  }

  private void logIn(int protocol, String host) throws IOException {
    DataInputStream login = wire.read();
    Wire.readVarInt(login);
    name = Wire.readString(login);
    Main.log.info("A client came to " + host);
    if (protocol != PROTOCOL) {
      send(0x00, out -> Wire.writeString(out, "{\"translate\":\"multiplayer.disconnect.outdated_client\",\"with\":[\"1.16.5\"]}"));
      return;
    }
    // As the game has it where nobody's licence is checked.
    uuid = Game.uuidOf(name);
    if (!Main.game.letsIn(this)) {
      send(0x00, out -> Wire.writeString(out, "{\"translate\":\"multiplayer.disconnect.not_whitelisted\"}"));
      return;
    }
    send(0x03, out -> Wire.writeVarInt(out, COMPRESS_FROM));
    wire.compress(COMPRESS_FROM);
    send(0x02, out -> {
      out.writeLong(uuid.getMostSignificantBits());
      out.writeLong(uuid.getLeastSignificantBits());
      Wire.writeString(out, name);
    });
    plays = true;
    Main.game.join(this);
    begin();
    new Thread(this::keepAlive).start();
    for (;;) hear(wire.read());
  }

  /** As much of the game's beginning as clients wait for. */
  private void begin() throws IOException {
    send(0x24, out -> {
      out.writeInt(7);
      out.writeBoolean(false);
      out.write(1);
      out.write(-1);
      Wire.writeVarInt(out, 1);
      Wire.writeString(out, "minecraft:overworld");
      Nbt.writeDimensionCodec(out);
      Nbt.writeDimension(out);
      Wire.writeString(out, "minecraft:overworld");
      out.writeLong(0);
      Wire.writeVarInt(out, 20);
      Wire.writeVarInt(out, 8);
      out.writeBoolean(false);
      out.writeBoolean(true);
      out.writeBoolean(false);
      out.writeBoolean(true);
    });
    send(0x34, out -> {
      out.writeDouble(8.5);
      out.writeDouble(65);
      out.writeDouble(8.5);
      out.writeFloat(0);
      out.writeFloat(0);
      out.write(0);
      Wire.writeVarInt(out, 1);
    });
    send(0x49, out -> {
      out.writeFloat(20);
      Wire.writeVarInt(out, 20);
      out.writeFloat(5);
    });
  }

  private void keepAlive() {
    try {
      while (!socket.isClosed()) {
        send(0x1f, out -> out.writeLong(System.currentTimeMillis()));
        Main.pause(5000);
      }
    } catch (IOException error) {
      close();
    }
  }

  private void hear(DataInputStream packet) throws IOException {
    if (Wire.readVarInt(packet) != 0x03) return;
    String said = Wire.readString(packet);
    if (said.startsWith("/")) {
      Main.log.info(name + " issued server command: " + said);
      if (said.startsWith("/trigger ")) new Commands().trigger(this, said.substring(9));
      else if (Main.game.isOperator(name)) new Commands().run(said.substring(1), name);
      else tell("{\"text\":\"You may not do this\"}");
      return;
    }
    Main.log.info("<" + Main.game.scoreboard.display(name) + "> " + said);
    Main.game.tell("{\"translate\":\"chat.type.text\",\"with\":[" + Main.game.scoreboard.component(name) + ",\"" + said.replace("\\", "\\\\").replace("\"", "\\\"") + "\"]}");
  }

  /** @param json a chat component */
  void tell(String json) {
    try {
      send(0x0e, out -> {
        Wire.writeString(out, json);
        out.write(1);
        out.writeLong(0);
        out.writeLong(0);
      });
    } catch (IOException error) {
      close();
    }
  }

  void kick(String reason) {
    String json = "{\"text\":\"" + reason.replace("\\", "\\\\").replace("\"", "\\\"") + "\"}";
    try {
      send(plays ? 0x19 : 0x00, out -> Wire.writeString(out, json));
    } catch (IOException error) {
      // He has gone already.
    }
    Main.game.leave(this, reason);
    close();
  }

  private void send(int id, Body body) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    Wire.writeVarInt(out, id);
    body.write(out);
    wire.write(bytes.toByteArray());
  }

  private void close() {
    try {
      socket.close();
    } catch (IOException error) {
      // It is closed.
    }
  }
}
