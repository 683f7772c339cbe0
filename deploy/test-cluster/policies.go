package main

import (
	"github.com/spf13/cobra"
	"k8s.io/client-go/informers"
	"sigs.k8s.io/kube-network-policies/pkg/networkpolicy"
)

// newPoliciesCommand enforces network policies on a node: kube-network-policies decides about the first packet of each connection that a queue of the kernel
// hands it. By itself it has nftables do that, and says that it cannot where the kernel lacks the statement; node.sh has iptables do the same.
func newPoliciesCommand() *cobra.Command {
	var kubeconfig, node string
	var queue int
	command := &cobra.Command{
		Use: "policies",
		RunE: func(command *cobra.Command, _ []string) error {
			client, err := clientOf(kubeconfig)
			if err != nil {
				return err
			}
			factory := informers.NewSharedInformerFactory(client, 0)
			controller, err := networkpolicy.NewController(
				client,
				factory.Networking().V1().NetworkPolicies(),
				factory.Core().V1().Namespaces(),
				factory.Core().V1().Pods(),
				nil, nil, nil, nil,
				networkpolicy.Config{NodeName: node, QueueID: queue},
			)
			if err != nil {
				return err
			}
			factory.Start(command.Context().Done())
			return controller.Run(command.Context())
		},
	}
	command.Flags().StringVar(&kubeconfig, "kubeconfig", "", "")
	command.Flags().StringVar(&node, "node", "", "the name of this node")
	command.Flags().IntVar(&queue, "queue", 0, "the kernel's queue of packets")
	return command
}
