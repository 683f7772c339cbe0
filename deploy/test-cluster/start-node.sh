#!/usr/bin/env bash
# Starts a node of the test cluster, within the cluster's namespaces: start-node.sh NUMBER
# Whoever kills the process in $TEST_CLUSTER/node-NUMBER.pid ends the node with all that it runs, as a machine that loses its power.
set -euo pipefail

number=$1
node=node-$number
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")

ip netns delete "$node" 2>/dev/null || true
ip link delete "$node" 2>/dev/null || true
ip netns add "$node"
ip link add "$node" type veth peer name outside netns "$node"
ip link set "$node" master machines up
(
  for folder in /sys/fs/cgroup/*/realmkeep-test-cluster/"$node"; do echo "$BASHPID" >"$folder/cgroup.procs"; done
  exec ip netns exec "$node" unshare --mount --pid --uts --ipc --cgroup --fork --kill-child "$here/node.sh" "$number"
) >>"$TEST_CLUSTER/log/$node" 2>&1 </dev/null &
echo $! >"$TEST_CLUSTER/$node.pid"
