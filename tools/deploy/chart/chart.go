// Package chart renders the Helm chart with Helm's own library, like an installation would, and decodes every object
// strictly by the types of its API: an unknown or a duplicate field is an error.
package chart

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	certmanagerv1 "github.com/cert-manager/cert-manager/pkg/apis/certmanager/v1"
	monitoringv1 "github.com/prometheus-operator/prometheus-operator/pkg/apis/monitoring/v1"
	"helm.sh/helm/v4/pkg/action"
	"helm.sh/helm/v4/pkg/chart/common"
	"helm.sh/helm/v4/pkg/chart/v2/loader"
	releasev1 "helm.sh/helm/v4/pkg/release/v1"
	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer/json"
	clientscheme "k8s.io/client-go/kubernetes/scheme"
	gatewayv1 "sigs.k8s.io/gateway-api/apis/v1"
	"sigs.k8s.io/yaml"
)

// Release has the objects that an installation would apply.
type Release struct {
	Objects []Object
	// Notes are the notes shown to the installer.
	Notes string
}

// Object is one object, as text and as its type.
type Object struct {
	// Text is the rendered YAML.
	Text string
	// Hook is set for an object that is applied before the others.
	Hook  bool
	Typed runtime.Object
}

// Name returns the kind and the name, such as Deployment/puls-account.
func (o Object) Name() string {
	name := ""
	if named, ok := o.Typed.(metav1.Object); ok {
		name = named.GetName() + named.GetGenerateName()
	}
	return o.Typed.GetObjectKind().GroupVersionKind().Kind + "/" + name
}

// Pod returns the pod template of a Deployment, Job, CronJob or Pod, and nil for other objects.
func (o Object) Pod() *corev1.PodTemplateSpec {
	switch typed := o.Typed.(type) {
	case *appsv1.Deployment:
		return &typed.Spec.Template
	case *batchv1.Job:
		return &typed.Spec.Template
	case *batchv1.CronJob:
		return &typed.Spec.JobTemplate.Spec.Template
	case *corev1.Pod:
		return &corev1.PodTemplateSpec{ObjectMeta: typed.ObjectMeta, Spec: typed.Spec}
	}
	return nil
}

// Options configure an installation.
type Options struct {
	// Folder is the chart's folder.
	Folder, Name, Namespace string
	// Values are YAML that overrides the chart's values.
	Values string
	// Kubernetes is the minor version of the cluster; 0 means 37.
	Kubernetes int
}

// Render renders the chart like `helm install` does, without a cluster.
func Render(ctx context.Context, o Options) (Release, error) {
	loaded, err := loader.LoadDir(o.Folder)
	if err != nil {
		return Release{}, fmt.Errorf("load chart: %w", err)
	}
	values := map[string]any{}
	if err := yaml.UnmarshalStrict([]byte(o.Values), &values); err != nil {
		return Release{}, fmt.Errorf("read values: %w", err)
	}
	install := action.NewInstall(action.NewConfiguration())
	install.ReleaseName, install.Namespace, install.DryRunStrategy = o.Name, o.Namespace, action.DryRunClient
	minor := strconv.Itoa(cmp.Or(o.Kubernetes, 37))
	install.KubeVersion = &common.KubeVersion{Version: "v1." + minor + ".0", Major: "1", Minor: minor}
	made, err := install.RunWithContext(ctx, loaded, values)
	if err != nil {
		return Release{}, err
	}
	helm, ok := made.(*releasev1.Release)
	if !ok {
		return Release{}, fmt.Errorf("helm answered a %T", made)
	}
	decode, err := decoder()
	if err != nil {
		return Release{}, err
	}
	release := Release{Notes: helm.Info.Notes}
	for _, hook := range helm.Hooks {
		err = errors.Join(err, release.add(decode, hook.Manifest, true))
	}
	for _, text := range separator.Split(helm.Manifest, -1) {
		err = errors.Join(err, release.add(decode, text, false))
	}
	return release, err
}

var separator = regexp.MustCompile(`(?m)^---\s*$`)

// comment matches the lines in which Helm names the template.
var comment = regexp.MustCompile(`(?m)^#.*\n?`)

func (r *Release) add(decode runtime.Decoder, text string, hook bool) error {
	if strings.TrimSpace(comment.ReplaceAllString(text, "")) == "" {
		return nil
	}
	typed, _, err := decode.Decode([]byte(text), nil, nil)
	if err != nil {
		return fmt.Errorf("%w in\n%s", err, text)
	}
	r.Objects = append(r.Objects, Object{Text: text, Hook: hook, Typed: typed})
	return nil
}

// decoder returns a decoder for Kubernetes' own types and those of the operators that the chart can use.
func decoder() (runtime.Decoder, error) {
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{
		clientscheme.AddToScheme, gatewayv1.Install, certmanagerv1.AddToScheme, monitoringv1.AddToScheme,
	} {
		if err := add(scheme); err != nil {
			return nil, fmt.Errorf("register types: %w", err)
		}
	}
	return json.NewSerializerWithOptions(
		json.DefaultMetaFactory, scheme, scheme, json.SerializerOptions{Yaml: true, Strict: true},
	), nil
}
