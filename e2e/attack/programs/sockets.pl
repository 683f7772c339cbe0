# Connects to itself as often as it can, writes on both ends until nothing more is taken, reads nothing, and says how much there is.
use strict;
use warnings;
use IO::Select;
use IO::Socket::INET;
my $server = IO::Socket::INET->new(Listen => 1000, LocalAddr => '127.0.0.1') or die "failed to listen: $!";
my ($connections, $bytes, $text, @kept) = (0, 0, 'x' x 1048576);
for (1 .. $ARGV[0]) {
  my $client = IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $server->sockport, Timeout => 2) or last;
  last unless IO::Select->new($server)->can_read(2);
  my $other = $server->accept or last;
  $connections++;
  push @kept, $client, $other;
  for my $end ($client, $other) {
    $end->blocking(0);
    while (my $taken = syswrite($end, $text)) { $bytes += $taken; }
  }
}
printf "%d connections, %d MiB\n", $connections, $bytes / 1048576;
