package chart_test

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWrongValuesAreRefusedByName(t *testing.T) {
	for values, told := range map[string]string{
		`replicas: 3`:                          "replicas",
		`services: {engine: {}}`:               "engine",
		`services: {account: {replica: 3}}`:    "replica",
		`services: {account: {replicas: "3"}}`: "/services/account/replicas",
		`services: {account: {replicas: -1}}`:  "/services/account/replicas",
		`services: {account: {resources: {requests: {cpu: 1, memory: 1Gi}, limits: {cpu: "1", memory: 1Gi}}}}`: "cpu",
		`services: {account: {moreSecrets: [PULS_SMTP_URL_FILE]}}`:                                             "/services/account/moreSecrets/0",
		`settings: {PULS_LOGLEVEL: debug}`:                                                                     "PULS_LOGLEVEL",
		`settings: {PULS_DOWNLOADS: 48}`:                                                                       "/settings/PULS_DOWNLOADS",
		`settings: {PULS_SECRET: "a secret in values is a secret in git"}`:                                     "PULS_SECRET",
		`services: {contacts: {extraEnv: [{name: PULS_SECRET, value: "a second place for it"}]}}`:              "/services/contacts/extraEnv/0/name",
		`image: {tag: latest}`:                               "/image/tag",
		`image: {digest: "sha256:abc"}`:                      "/image/digest",
		`nats: {url: "nats://token@nats:4222"}`:              "/nats/url",
		`nats: {replicas: 2}`:                                "/nats/replicas",
		`ingress: {enabled: true}`:                           "/ingress/host",
		`httpRoute: {enabled: true}`:                         "/httpRoute/parentRefs",
		`nightly: {schedule: hourly}`:                        "/nightly/schedule",
		`networkPolicy: {postgres: {to: [{namespace: db}]}}`: "/networkPolicy/postgres/to/0",
		`drainPauseSeconds: 5s`:                              "/drainPauseSeconds",
	} {
		_, err := try(t, values)
		require.ErrorContains(t, err, told, values)
	}
}
