package main

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/net/dns/dnsmessage"
	core "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/klog/v2"
)

const (
	storageClass  = "shared"
	clusterDomain = ".svc.cluster.local."
)

// newAddonsCommand is what a cluster has besides Kubernetes itself: volumes for claims, and names of services.
func newAddonsCommand() *cobra.Command {
	var kubeconfig, folder, listen string
	command := &cobra.Command{
		Use: "addons",
		RunE: func(command *cobra.Command, _ []string) error {
			client, err := clientOf(kubeconfig)
			if err != nil {
				return err
			}
			factory := informers.NewSharedInformerFactory(client, 0)
			if err := provideVolumes(command.Context(), client, factory, folder); err != nil {
				return err
			}
			services := factory.Core().V1().Services().Lister()
			factory.Start(command.Context().Done())
			factory.WaitForCacheSync(command.Context().Done())
			return serveNames(services, listen)
		},
	}
	command.Flags().StringVar(&kubeconfig, "kubeconfig", "", "")
	command.Flags().StringVar(&folder, "volumes", "", "where volumes lie, on all nodes alike")
	command.Flags().StringVar(&listen, "listen", "", "the address for questions of names")
	return command
}

// provideVolumes makes a folder for each claim of the class, which all nodes have, as with a network file system, and removes it after the claim.
func provideVolumes(ctx context.Context, client kubernetes.Interface, factory informers.SharedInformerFactory, folder string) error {
	volumes := client.CoreV1().PersistentVolumes()
	claimed := func(object any) {
		claim := object.(*core.PersistentVolumeClaim)
		if claim.Spec.VolumeName != "" || claim.Spec.StorageClassName == nil || *claim.Spec.StorageClassName != storageClass {
			return
		}
		name := "pvc-" + string(claim.UID)
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(path, 0o755); err != nil {
			klog.ErrorS(err, "no folder", "volume", name)
			return
		}
		volume := &core.PersistentVolume{
			ObjectMeta: meta.ObjectMeta{Name: name},
			Spec: core.PersistentVolumeSpec{
				Capacity:                      claim.Spec.Resources.Requests,
				AccessModes:                   claim.Spec.AccessModes,
				StorageClassName:              storageClass,
				PersistentVolumeReclaimPolicy: core.PersistentVolumeReclaimRetain,
				ClaimRef:                      &core.ObjectReference{Kind: "PersistentVolumeClaim", APIVersion: "v1", Namespace: claim.Namespace, Name: claim.Name, UID: claim.UID},
				PersistentVolumeSource:        core.PersistentVolumeSource{Local: &core.LocalVolumeSource{Path: path}},
				// A volume of this kind must say so; all nodes have this.
				NodeAffinity: &core.VolumeNodeAffinity{Required: &core.NodeSelector{NodeSelectorTerms: []core.NodeSelectorTerm{{
					MatchExpressions: []core.NodeSelectorRequirement{{Key: core.LabelHostname, Operator: core.NodeSelectorOpExists}},
				}}}},
			},
		}
		if _, err := volumes.Create(ctx, volume, meta.CreateOptions{}); err != nil && !errors.IsAlreadyExists(err) {
			klog.ErrorS(err, "no volume", "volume", name)
		}
	}
	released := func(object any) {
		volume := object.(*core.PersistentVolume)
		if volume.Spec.StorageClassName != storageClass || volume.DeletionTimestamp != nil {
			return
		}
		if phase := volume.Status.Phase; phase != core.VolumeReleased && phase != core.VolumeFailed {
			return
		}
		if err := os.RemoveAll(filepath.Join(folder, volume.Name)); err != nil {
			klog.ErrorS(err, "folder stays", "volume", volume.Name)
		}
		if err := volumes.Delete(ctx, volume.Name, meta.DeleteOptions{}); err != nil && !errors.IsNotFound(err) {
			klog.ErrorS(err, "volume stays", "volume", volume.Name)
		}
	}
	if _, err := factory.Core().V1().PersistentVolumeClaims().Informer().AddEventHandler(whenSeen(claimed)); err != nil {
		return err
	}
	_, err := factory.Core().V1().PersistentVolumes().Informer().AddEventHandler(whenSeen(released))
	return err
}

func whenSeen(look func(object any)) cache.ResourceEventHandlerFuncs {
	return cache.ResourceEventHandlerFuncs{AddFunc: look, UpdateFunc: func(_, now any) { look(now) }}
}

// serveNames answers for services by UDP, and that there is nothing else.
func serveNames(services listers.ServiceLister, listen string) error {
	socket, err := net.ListenPacket("udp", listen)
	if err != nil {
		return err
	}
	buffer := make([]byte, 1500)
	for {
		size, from, err := socket.ReadFrom(buffer)
		if err != nil {
			return err
		}
		var message dnsmessage.Message
		if message.Unpack(buffer[:size]) != nil || len(message.Questions) != 1 {
			continue
		}
		question := message.Questions[0]
		message.Response, message.RecursionAvailable, message.Additionals = true, true, nil
		message.RCode = dnsmessage.RCodeNameError
		if address := addressOf(services, strings.ToLower(question.Name.String())); address != nil {
			message.RCode = dnsmessage.RCodeSuccess
			if question.Type == dnsmessage.TypeA {
				header := dnsmessage.ResourceHeader{Name: question.Name, Class: dnsmessage.ClassINET, TTL: 5}
				message.Answers = []dnsmessage.Resource{{Header: header, Body: &dnsmessage.AResource{A: [4]byte(address)}}}
			}
		}
		if packed, err := message.Pack(); err == nil {
			_, _ = socket.WriteTo(packed, from)
		}
	}
}

func addressOf(services listers.ServiceLister, name string) net.IP {
	inside, found := strings.CutSuffix(name, clusterDomain)
	service, namespace, pair := strings.Cut(inside, ".")
	if !found || !pair {
		return nil
	}
	known, err := services.Services(namespace).Get(service)
	if err != nil {
		return nil
	}
	return net.ParseIP(known.Spec.ClusterIP).To4()
}

func clientOf(kubeconfig string) (kubernetes.Interface, error) {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return nil, err
	}
	return kubernetes.NewForConfig(config)
}
