#!/usr/bin/env bash
# Starts the API server of the test cluster, within the cluster's namespaces, and returns when it answers. Its process is in $TEST_CLUSTER/apiserver.pid.
set -euo pipefail

state=$TEST_CLUSTER gateway=10.99.0.1

# One that has been killed holds the port until it is gone.
if [[ -s $state/apiserver.pid ]]; then
  while kill -0 "$(<"$state/apiserver.pid")" 2>/dev/null; do sleep 0.1; done
fi

"$TEST_CLUSTER_PROGRAM" apiserver --etcd-servers=http://127.0.0.1:2379 --secure-port=6443 --advertise-address=$gateway \
  --service-cluster-ip-range=10.96.0.0/16 --tls-cert-file="$state/pki/apiserver.crt" --tls-private-key-file="$state/pki/apiserver.key" \
  --client-ca-file="$state/pki/ca.crt" --token-auth-file="$state/pki/tokens" --authorization-mode=Node,RBAC \
  --feature-gates=MutatingAdmissionPolicy=true --runtime-config=admissionregistration.k8s.io/v1beta1=true \
  --enable-admission-plugins=NodeRestriction --service-account-issuer="https://$gateway:6443" \
  --service-account-key-file="$state/pki/accounts.key" --service-account-signing-key-file="$state/pki/accounts.key" \
  --kubelet-client-certificate="$state/pki/to-kubelet.crt" --kubelet-client-key="$state/pki/to-kubelet.key" \
  --kubelet-preferred-address-types=InternalIP --allow-privileged=true --storage-media-type=application/vnd.kubernetes.protobuf >>"$state/log/apiserver" 2>&1 </dev/null &
echo $! >"$state/apiserver.pid"
for ((tries = 0; tries < 600; tries += 1)); do
  ! kubectl get --raw /readyz >/dev/null 2>&1 || exit 0
  sleep 0.2
done
tail -n 20 "$state/log/apiserver" >&2
exit 1
