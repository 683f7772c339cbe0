// Command test-cluster is the programs of a Kubernetes control plane and of its nodes in one binary: its first argument says which one runs.
// bin/cluster-test builds it, as none of the registries that we use has them ready-made.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"k8s.io/component-base/cli"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	manager "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	proxy "k8s.io/kubernetes/cmd/kube-proxy/app"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"
	kubelet "k8s.io/kubernetes/cmd/kubelet/app"

	_ "k8s.io/component-base/logs/json/register"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	_ "k8s.io/component-base/metrics/prometheus/version"
)

var programs = map[string]func() *cobra.Command{
	"apiserver":          apiserver.NewAPIServerCommand,
	"controller-manager": manager.NewControllerManagerCommand,
	"scheduler":          func() *cobra.Command { return scheduler.NewSchedulerCommand() },
	"kubelet":            func() *cobra.Command { return kubelet.NewKubeletCommand(context.Background()) },
	"proxy":              proxy.NewProxyCommand,
	"addons":             newAddonsCommand,
	"policies":           newPoliciesCommand,
}

func main() {
	if len(os.Args) > 1 {
		if program, known := programs[os.Args[1]]; known {
			command := program()
			os.Args = os.Args[1:]
			os.Exit(cli.Run(command))
		}
	}
	fmt.Fprintln(os.Stderr, "usage: test-cluster apiserver|controller-manager|scheduler|kubelet|proxy|addons|policies [flags]")
	os.Exit(2)
}
