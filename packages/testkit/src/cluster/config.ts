/**
 * What bin/cluster-test says of the cluster that it has started: where it keeps its files, the image of realms for tests, that again with a Java,
 * that of realms that do nothing, and the folder with all images.
 */
export const testCluster = {
  state: process.env['TEST_CLUSTER'] ?? '',
  image: process.env['IMPATIENT_IMAGE'] ?? '',
  javaImage: { major: Number(process.env['IMPATIENT_JAVA_MAJOR']), image: process.env['IMPATIENT_JAVA_IMAGE'] ?? '' },
  idleImage: process.env['IDLE_IMAGE'] ?? '',
  images: process.env['TEST_CLUSTER_IMAGES'] ?? '',
  /** Of this machine, for pods. */
  machine: '10.99.0.1',
};
