#!/usr/bin/env bash
# The first process of a node of the test cluster, in namespaces of its own (cluster.sh): containerd, a kubelet, the proxy of services, and what enforces
# network policies.
set -euo pipefail

number=$1 state=$TEST_CLUSTER program=$TEST_CLUSTER_PROGRAM gateway=10.99.0.1
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
node=node-$number
own=$state/$node

hostname "$node"
mount -t proc proc /proc
mount -t tmpfs -o mode=755 tmpfs /sys/fs/cgroup
# Of cgroups it sees those below its own.
while IFS=: read -r _ controllers _; do
  [[ -n $controllers ]] || continue
  folder=/sys/fs/cgroup/${controllers#name=}
  mkdir -p "$folder"
  mount -t cgroup -o "${controllers/#name=/none,name=}" cgroup "$folder"
done </proc/self/cgroup
mount -t tmpfs -o mode=755 tmpfs /run
mkdir -p "$own"/{lib,work,containerd,log}
# A disk of its own, as far as it writes to one.
mount -t overlay -o "lowerdir=/var/lib,upperdir=$own/lib,workdir=$own/work" overlay /var/lib
mkdir -p /var/lib/containerd /var/lib/kubelet
mount --bind "$own/containerd" /var/lib/containerd
mount --bind "$own/log" /var/log
mount --make-rshared /

ip link set lo up
ip address add "10.99.0.1$number/24" dev outside
ip link set outside up
ip route add default via "$gateway"
sysctl -qw net.ipv4.ip_forward=1

mkdir -p /run/cni /run/etc
cat >/run/cni/10-pods.conflist <<END
{ "cniVersion": "0.4.0", "name": "pods", "plugins": [
  { "type": "ptp", "ipMasq": false, "ipam": { "type": "host-local", "ranges": [[{ "subnet": "10.98.$number.0/24" }]], "routes": [{ "dst": "0.0.0.0/0" }] } },
  { "type": "portmap", "capabilities": { "portMappings": true } }
] }
END
cat >/run/etc/containerd.toml <<END
version = 2
oom_score = 0
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "$PAUSE_IMAGE"
  restrict_oom_score_adj = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/usr/lib/cni"
    conf_dir = "/run/cni"
END
echo "nameserver $gateway" >/run/etc/resolv.conf
containerd --config /run/etc/containerd.toml >"/var/log/containerd" 2>&1 &
until ctr version >/dev/null 2>&1; do sleep 0.1; done
for image in "$TEST_CLUSTER_IMAGES"/*.tar; do ctr -n k8s.io images import "$image" >/dev/null; done

sed "s|@STATE@|$state|; s|@DNS@|$gateway|" "$here/kubelet.yaml" >/run/etc/kubelet.yaml
"$program" proxy --kubeconfig="$state/kube/$node-proxy" --proxy-mode=nftables --hostname-override="$node" \
  --conntrack-max-per-core=0 >"/var/log/proxy" 2>&1 &
# Without its word no connection from or to a pod comes about.
iptables --append FORWARD --match conntrack --ctstate NEW --jump NFQUEUE --queue-num 1
"$program" policies --kubeconfig="$state/kube/addons" --node="$node" --queue=1 >"/var/log/policies" 2>&1 &
"$program" kubelet --config=/run/etc/kubelet.yaml --kubeconfig="$state/kube/$node" --hostname-override="$node" \
  --node-ip="10.99.0.1$number" >"/var/log/kubelet" 2>&1 &
wait
