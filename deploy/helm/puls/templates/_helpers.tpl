{{- /* Facts about each service: its schema, the secrets that only it needs (ADR 14), the services that it calls, and
       the outside peers that it reaches. The tests compare calls with the code and docs/architecture.md. */ -}}
{{- define "puls.facts" -}}
flags:
  schema: FLAGS
  secrets: []
  calls: []
account:
  schema: ACCOUNT
  secrets: [PULS_TOKEN_PRIVATE_KEY, PULS_SESSION_SECRET]
  calls: [contacts, scoring-engine]
  reaches: [smtp, https]
contacts:
  schema: CONTACTS
  secrets: [PULS_ERASURE_SECRET, PULS_UNSUBSCRIBE_SECRET, PULS_PROVIDER_SECRET]
  calls: [account, scoring-config, scoring-engine]
  reaches: [https]
scoring-config:
  schema: SCORING_CONFIG
  secrets: []
  calls: [account, contacts, scoring-engine]
scoring-engine:
  schema: SCORING_ENGINE
  secrets: []
  calls: [contacts, scoring-config]
reports:
  schema: REPORTS
  secrets: []
  calls: [account, contacts, scoring-config, scoring-engine]
gateway:
  schema: ""
  secrets: []
  calls: [account, contacts, flags, reports, scoring-config, scoring-engine]
{{- end }}

{{- define "puls.name" -}}
{{ .Release.Name | trunc 40 | trimSuffix "-" }}
{{- end }}

{{- define "puls.image" -}}
{{- $image := .Values.image -}}
{{ $image.repository }}{{ if $image.digest }}@{{ $image.digest }}{{ else }}:{{ $image.tag | default .Chart.AppVersion }}{{ end }}
{{- end }}

{{- /* Selector labels of a component of this installation: (root, component). */ -}}
{{- define "puls.selector" -}}
app.kubernetes.io/name: puls
app.kubernetes.io/instance: {{ index . 0 | include "puls.name" }}
{{- with index . 1 }}
app.kubernetes.io/component: {{ . }}
{{- end }}
{{- end }}

{{- define "puls.labels" -}}
{{ include "puls.selector" . }}
app.kubernetes.io/version: {{ (index . 0).Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ (index . 0).Release.Service }}
helm.sh/chart: {{ (index . 0).Chart.Name }}-{{ (index . 0).Chart.Version }}
{{- end }}

{{- /* The values of a service, merged over the defaults: (root, name). */ -}}
{{- define "puls.service" -}}
{{- $root := index . 0 -}}
{{- mergeOverwrite (deepCopy $root.Values.defaults) (deepCopy (index $root.Values.services (index . 1))) | toYaml }}
{{- end }}

{{- /* Common to all pods: the restricted Pod Security Standard, and no service account token. */ -}}
{{- define "puls.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
{{- with .Values.podSecurityContext }}
{{ toYaml . | indent 2 }}
{{- end }}
  seccompProfile: {type: RuntimeDefault}
{{- with .Values.image.pullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "puls.container" -}}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: {drop: [ALL]}
{{- end }}

{{- /* A setting whose value is a file of a mounted Secret: (name, folder). */ -}}
{{- define "puls.fileEnv" -}}
- {name: {{ index . 0 }}_FILE, value: /run/secrets/{{ index . 1 }}/{{ index . 0 }}}
{{ end }}

{{- /* Environment of all pods: the public keys and the address of NATS. */ -}}
{{- define "puls.env" -}}
{{ include "puls.fileEnv" (list "PULS_TOKEN_PUBLIC_KEYS" "everybody") -}}
{{ include "puls.fileEnv" (list "PULS_SERVICE_PUBLIC_KEYS" "everybody") -}}
{{ include "puls.natsEnv" . }}
{{- if .Values.privateCA.secret }}
# In addition to the image's own authorities, which are a file.
- {name: SSL_CERT_DIR, value: /run/secrets/private-ca}
{{- end }}
{{- end }}

{{- define "puls.natsEnv" -}}
{{- with .Values.nats -}}
{{- if .url }}
- {name: NATS_URL, value: {{ .url | quote }}}
{{- else }}
{{ include "puls.fileEnv" (list "NATS_URL" "everybody") }}
{{- end }}
- {name: PULS_NATS_REPLICAS, value: {{ .replicas | quote }}}
{{- if .credentialsSecret }}
- {name: PULS_NATS_CREDENTIALS_FILE, value: /run/secrets/nats/nats.creds}
{{- end }}
{{- if .tls.secret }}
- {name: PULS_NATS_CA_FILE, value: /run/secrets/nats-tls/ca.crt}
{{- if .tls.clientCertificate }}
- {name: PULS_NATS_CERT_FILE, value: /run/secrets/nats-tls/tls.crt}
- {name: PULS_NATS_KEY_FILE, value: /run/secrets/nats-tls/tls.key}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{- define "puls.everybodySecret" -}}
{{ .Values.secrets.everybody | default (printf "%s-everybody" (include "puls.name" .)) }}
{{- end }}

{{- /* A Secret as a volume and its mount, in a dict of two lists: (name of both, Secret). */ -}}
{{- define "puls.secretVolume" -}}
- name: {{ index . 0 }}
  secret: {secretName: {{ index . 1 }}, defaultMode: 0440, optional: false}
{{ end }}
{{- define "puls.secretMount" -}}
- {name: {{ . }}, mountPath: /run/secrets/{{ . }}, readOnly: true}
{{ end }}

{{- define "puls.volumes" -}}
{{ include "puls.secretVolume" (list "everybody" (include "puls.everybodySecret" .)) -}}
{{ with .Values.nats.credentialsSecret }}{{ include "puls.secretVolume" (list "nats" .) }}{{ end -}}
{{ with .Values.nats.tls.secret }}{{ include "puls.secretVolume" (list "nats-tls" .) }}{{ end -}}
{{ with .Values.privateCA.secret }}
- name: private-ca
  # Mounts only the certificate: the Secret of an authority also has its key.
  secret: {secretName: {{ . }}, defaultMode: 0440, optional: false, items: [{key: ca.crt, path: ca.crt}]}
{{ end }}
{{- end }}
{{- define "puls.mounts" -}}
{{ include "puls.secretMount" "everybody" -}}
{{ if .Values.nats.credentialsSecret }}{{ include "puls.secretMount" "nats" }}{{ end -}}
{{ if .Values.nats.tls.secret }}{{ include "puls.secretMount" "nats-tls" }}{{ end -}}
{{ if .Values.privateCA.secret }}{{ include "puls.secretMount" "private-ca" }}{{ end }}
{{- end }}

{{- /* An operator's command runs services in its own process, so it holds the keys of all. */ -}}
{{- define "puls.operatorSecrets" -}}
- DATABASE_URL
- PULS_DATABASE_SECRET
- PULS_SERVICE_PRIVATE_KEYS
{{- range $name, $facts := include "puls.facts" . | fromYaml }}
{{- range $facts.secrets }}
- {{ . }}
{{- end }}
{{- end }}
{{- end }}
