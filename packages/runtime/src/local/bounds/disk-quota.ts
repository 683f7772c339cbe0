import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { DiskLimits } from '@realmkeep/realm-protocol';

/*
 * The kernel's disk quotas, quotactl(2), for a disk mounted with usrquota: ext4 and XFS alike. By user and not by
 * project, as a file's owner can change its project. docs/decisions/051-packets-and-room.md
 */

/** What a realm that holds more than its limit already may grow by at each start: its world must be saved. */
const more = { bytes: 64 * 1024 * 1024, files: 1000 };

/**
 * Perl is on every Debian, and calls the kernel without a device's path, which a service within systemd's walls has not got: quotactl_fd(2),
 * struct fs_quota_stat and fs_disk_quota of linux/dqblk_xfs.h. Arguments: `holds FOLDER UID`, or `limit FOLDER UID BYTES FILES MORE-BYTES MORE-FILES`.
 */
const script = String.raw`
my ($what, $folder, $uid, $bytes, $files, $more, $moreFiles) = @ARGV;
opendir my $dir, $folder or die "$!\n";
sub quota { syscall(443, fileno $dir, $_[0] << 8, $uid + 0, $_[1]) == 0 or die "$!\n" }
sub most { $_[0] > $_[1] ? $_[0] : $_[1] }
my $state = "\0" x 128;
quota(0x5805, $state);
die "not enforced\n" unless 2 & (unpack 'c x S', $state)[1];
my $had = "\0" x 112;
eval { quota(0x5803, $had); 1 } or $! != 1 or die $@;
exit if $what eq 'holds';
my (undef, undef, undef, undef, undef, undef, undef, undef, $usedBlocks, $usedFiles) = unpack 'c c S L Q6', $had;
my $blocks = most(int($bytes / 512), $usedBlocks > $bytes / 512 ? $usedBlocks + int($more / 512) : 0);
my $inodes = most($files, $usedFiles > $files ? $usedFiles + $moreFiles : 0);
my $set = pack 'c c S L Q6 x56', 1, 1, 0x0a, $uid, $blocks, 0, $inodes, 0, 0, 0;
quota(0x5804, $set);
`;

const run = promisify(execFile);

/** Whether the kernel holds users to limits on the folder's disk, and this process may set this one's. */
export async function holdsQuota(dir: string, uid: number): Promise<boolean> {
  return run('perl', ['-e', script, 'holds', dir, String(uid)]).then(
    () => true,
    () => false,
  );
}

/** @throws Error when the kernel takes them no longer */
export async function limitUser(dir: string, uid: number, { bytes, files }: DiskLimits): Promise<void> {
  await run('perl', ['-e', script, 'limit', dir, ...[uid, bytes, files, more.bytes, more.files].map(String)]);
}
