#!/usr/bin/env bash
# The first process of the test cluster, in namespaces of its own (bin/cluster-test): starts a control plane and two nodes, and runs a
# command when they are ready. All of it ends with this process.
set -euo pipefail

state=$TEST_CLUSTER program=$TEST_CLUSTER_PROGRAM
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
export PATH=$state/bin:$PATH
nodes=(node-1 node-2)
gateway=10.99.0.1
server=https://$gateway:6443
export KUBECONFIG=$state/kube/admin

say() { printf '%s\n' "$*" >&2; }

# Of processes and links it has its own, and none of the machine's.
mount -t proc proc /proc
mount -t tmpfs -o mode=755 tmpfs /run
mkdir -p /run/lock "$state"/{pki,kube,log,etcd,volumes}
chmod 711 "$state" "$state/volumes"

# A network of machines: this one is the control plane's, and the way out of none.
ip link set lo up
sysctl -qw net.ipv4.ip_forward=1
ip link add machines type bridge
ip address add $gateway/24 dev machines
ip link set machines up
for number in 1 2; do ip route add "10.98.$number.0/24" via "10.99.0.1$number"; done

pki() { openssl "$@" 2>>"$state/log/openssl"; }
pushd "$state/pki" >/dev/null
pki req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=test-cluster -keyout ca.key -out ca.crt
# certificate <name> <subject> <extensions>
certificate() {
  pki req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "$2" -keyout "$1.key" -out "$1.csr"
  pki x509 -req -in "$1.csr" -CA ca.crt -CAkey ca.key -CAcreateserial -days 2 -extfile <(printf '%s\n' "$3") -out "$1.crt"
}
certificate apiserver /CN=apiserver "subjectAltName=IP:$gateway,IP:10.96.0.1,IP:127.0.0.1,DNS:kubernetes.default.svc"
certificate to-kubelet /O=system:masters/CN=apiserver extendedKeyUsage=clientAuth
pki genrsa -out accounts.key 2048
popd >/dev/null

: >"$state/pki/tokens"
# account <name> <user> <group>: a kubeconfig for it
account() {
  local token
  token=$(openssl rand -hex 16)
  echo "$token,$2,$2,\"$3\"" >>"$state/pki/tokens"
  cat >"$state/kube/$1" <<END
apiVersion: v1
kind: Config
clusters: [{ name: it, cluster: { server: '$server', certificate-authority: $state/pki/ca.crt } }]
users: [{ name: it, user: { token: $token } }]
contexts: [{ name: it, context: { cluster: it, user: it } }]
current-context: it
END
}
account admin admin system:masters
account controller-manager system:kube-controller-manager ''
account scheduler system:kube-scheduler ''
account addons addons system:masters
for node in "${nodes[@]}"; do
  account "$node" "system:node:$node" system:nodes
  account "$node-proxy" system:kube-proxy ''
done

# part <name> <command …>: with a log of its own
part() {
  local name=$1
  shift
  "$@" >"$state/log/$name" 2>&1 </dev/null &
}

# until_true <what> <command …>
until_true() {
  local what=$1 since=$SECONDS
  shift
  until "$@" >"$state/log/waiting" 2>&1; do
    if ((SECONDS - since > 180)); then
      tail -n 20 "$state"/log/* >&2
      say "$what: not in three minutes"
      exit 1
    fi
    sleep 0.2
  done
  say "$what ($SECONDS s)"
}

part etcd etcd --data-dir="$state/etcd" --unsafe-no-fsync --log-level=warn \
  --listen-client-urls=http://127.0.0.1:2379 --advertise-client-urls=http://127.0.0.1:2379 --listen-peer-urls=http://127.0.0.1:2380
"$here/start-apiserver.sh"
say "The API server answers ($SECONDS s)"
part controller-manager "$program" controller-manager --kubeconfig="$state/kube/controller-manager" --leader-elect=false \
  --use-service-account-credentials --service-account-private-key-file="$state/pki/accounts.key" --root-ca-file="$state/pki/ca.crt"
part scheduler "$program" scheduler --kubeconfig="$state/kube/scheduler" --leader-elect=false
kubectl apply -f "$here/cluster.yaml" >/dev/null
part addons "$program" addons --kubeconfig="$state/kube/addons" --volumes="$state/volumes" --listen=$gateway:53

for number in 1 2; do "$here/start-node.sh" $number; done
for node in "${nodes[@]}"; do
  until_true "$node is ready" kubectl wait --for=condition=Ready "node/$node" --timeout=1s
done
until_true 'The default account is there' kubectl get serviceaccount default

code=0
"$@" || code=$?
exit $code
