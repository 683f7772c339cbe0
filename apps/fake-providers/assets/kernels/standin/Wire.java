package standin;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/** Packets of the game's protocol: https://minecraft.wiki/w/Java_Edition_protocol/Packets#Packet_format */
final class Wire {
  private final DataInputStream in;
  private final DataOutputStream out;
  private int threshold = -1;

  Wire(Socket socket) throws IOException {
    in = new DataInputStream(socket.getInputStream());
    out = new DataOutputStream(socket.getOutputStream());
  }

  /** From now on packets are compressed. */
  void compress(int threshold) {
    this.threshold = threshold;
  }

  /** Begins with the packet's id. */
  DataInputStream read() throws IOException {
    byte[] frame = new byte[readVarInt(in)];
    in.readFully(frame);
    DataInputStream body = new DataInputStream(new ByteArrayInputStream(frame));
    if (threshold < 0) return body;
    return readVarInt(body) == 0 ? body : new DataInputStream(new InflaterInputStream(body));
  }

  synchronized void write(byte[] packet) throws IOException {
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    if (threshold < 0) {
      frame.write(packet);
    } else if (packet.length < threshold) {
      frame.write(0);
      frame.write(packet);
    } else {
      writeVarInt(new DataOutputStream(frame), packet.length);
      try (DeflaterOutputStream deflater = new DeflaterOutputStream(frame)) {
        deflater.write(packet);
      }
    }
    writeVarInt(out, frame.size());
    out.write(frame.toByteArray());
    out.flush();
  }

  static int readVarInt(DataInputStream in) throws IOException {
    int value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      int b = in.read();
      if (b < 0) throw new EOFException();
      value |= (b & 0x7f) << shift;
      if (b < 0x80) return value;
    }
    throw new IOException("a VarInt is too long");
  }

  static void writeVarInt(DataOutputStream out, int value) throws IOException {
    int rest = value;
    while ((rest & ~0x7f) != 0) {
      out.write((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    out.write(rest);
  }

  static String readString(DataInputStream in) throws IOException {
    byte[] bytes = new byte[readVarInt(in)];
    in.readFully(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  static void writeString(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    writeVarInt(out, bytes.length);
    out.write(bytes);
  }
}
