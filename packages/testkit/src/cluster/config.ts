/** What bin/cluster-test says of the cluster that it has started: where it keeps its files, the image of realms for tests, and the folder with all images. */
export const testCluster = {
  state: process.env['TEST_CLUSTER'] ?? '',
  image: process.env['IMPATIENT_IMAGE'] ?? '',
  images: process.env['TEST_CLUSTER_IMAGES'] ?? '',
};
