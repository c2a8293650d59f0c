// Command kinds reads objects of Kubernetes from the standard input, one YAML document after the other, strictly by the
// types of one version: go.mod selects 1.27, v1.32.mod selects 1.32. An unknown or a repeated field is an error. It
// prints the number of objects read; objects of API groups that Kubernetes itself does not define are skipped.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/apimachinery/pkg/util/yaml"
)

func main() {
	count, err := read(os.Stdin)
	if err != nil {
		fmt.Fprintln(os.Stderr, "kinds:", err)
		os.Exit(1)
	}
	fmt.Println(count)
}

func read(documents io.Reader) (count int, err error) {
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{
		appsv1.AddToScheme, autoscalingv2.AddToScheme, batchv1.AddToScheme, corev1.AddToScheme, networkingv1.AddToScheme,
		policyv1.AddToScheme,
	} {
		if err := add(scheme); err != nil {
			return 0, err
		}
	}
	decoder := json.NewSerializerWithOptions(
		json.DefaultMetaFactory, scheme, scheme, json.SerializerOptions{Yaml: true, Strict: true},
	)
	for reader := yaml.NewYAMLReader(bufio.NewReader(documents)); ; {
		text, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return count, nil
		}
		if err != nil {
			return count, err
		}
		_, kind, err := decoder.Decode(text, nil, nil)
		switch {
		case err == nil:
			count++
		case kind == nil || scheme.IsGroupRegistered(kind.Group):
			return count, fmt.Errorf("%w in\n%s", err, text)
		}
	}
}
