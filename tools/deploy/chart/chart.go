// Package chart renders the Helm chart with Helm's own library, as an installation would, and reads every object
// strictly by the types of those who define it: an unknown or a doubled field is an error.
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

// Release is what an installation would apply.
type Release struct {
	Objects []Object
	// Notes are told to who installs.
	Notes string
}

// Object is one of them, as text and as its type.
type Object struct {
	// Text is the YAML that Helm made.
	Text string
	// Hook tells that it is applied before the others.
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

// Pod is what a Deployment, a Job or a CronJob runs, or a Pod is, nil for what runs nothing.
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

// Options say what is installed as what.
type Options struct {
	// Folder of the chart.
	Folder, Name, Namespace string
	// Values are YAML over the chart's own.
	Values string
	// Kubernetes is the minor version of the cluster, 37 where it is 0.
	Kubernetes int
}

// Render renders the chart as `helm install` does, asking no cluster.
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

// comment is where Helm tells the template.
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

// decoder knows Kubernetes' own types and those of the operators that the chart can use.
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
