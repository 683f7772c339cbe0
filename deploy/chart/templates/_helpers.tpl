{{- define "realmkeep.name" -}}
{{- if contains "realmkeep" .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-realmkeep" .Release.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "realmkeep.selector" -}}
app.kubernetes.io/name: realmkeep
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "realmkeep.labels" -}}
{{ include "realmkeep.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{- define "realmkeep.podSecurity" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
fsGroup: 65532
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "realmkeep.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{/* Of a container: the names and values of settings. */}}
{{- define "realmkeep.env" -}}
{{- range $name, $value := . -}}
- name: {{ $name }}
  value: {{ $value | quote }}
{{ end }}
{{- end }}

{{/* Of a container: secrets by their names, which are their keys. */}}
{{- define "realmkeep.secretEnv" -}}
{{- range $name := .names -}}
- name: {{ $name }}
  valueFrom:
    secretKeyRef:
      name: {{ $.root.Values.existingSecret }}
      key: {{ $name }}
      {{- if $.optional }}
      optional: true
      {{- end }}
{{ end }}
{{- end }}

{{- define "realmkeep.databaseEnv" -}}
- name: DATABASE_URL
  valueFrom:
    secretKeyRef:
      name: {{ .Values.database.existingSecret }}
      key: {{ .Values.database.key }}
{{- end }}

{{- define "realmkeep.realmDatabasesEnv" -}}
{{- with .Values.realmDatabases.existingSecret }}
- name: REALM_DATABASE_URL
  valueFrom:
    secretKeyRef:
      name: {{ . }}
      key: {{ $.Values.realmDatabases.key }}
{{- end }}
{{- end }}

{{/* Settings that gateways read; all others are the api's. */}}
{{- define "realmkeep.gatewaySettings" -}}
LOG_LEVEL MAX_CONNECTIONS MAX_CONNECTIONS_PER_ADDRESS MAX_LOGINS_PER_MINUTE PROXY_FROM
{{- end }}

{{- define "realmkeep.pullSecrets" -}}
{{- with .Values.images.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end }}

{{- define "realmkeep.placing" -}}
{{- with .placed.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .placed.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Apart from one another where there is room. */}}
{{- define "realmkeep.spread" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels: {{- include "realmkeep.selector" . | nindent 8 }}
{{- end }}

{{/* Of network policies: the public internet, without private, link-local, metadata and reserved ranges. */}}
{{- define "realmkeep.public" -}}
- ipBlock:
    cidr: 0.0.0.0/0
    except:
      {{- range (list "0.0.0.0/8" "10.0.0.0/8" "100.64.0.0/10" "127.0.0.0/8" "168.63.129.16/32" "169.254.0.0/16" "172.16.0.0/12" "192.0.0.0/24" "192.0.2.0/24" "192.168.0.0/16" "198.18.0.0/15" "198.51.100.0/24" "203.0.113.0/24" "224.0.0.0/3") }}
      - {{ . }}
      {{- end }}
      {{- range .Values.networkPolicies.closedCidrs }}
      {{- if not (contains ":" .) }}
      - {{ . }}
      {{- end }}
      {{- end }}
- ipBlock:
    cidr: 2000::/3
    except:
      - 2001::/23
      - 2001:db8::/32
      - 2002::/16
      - 3fff::/20
      {{- range .Values.networkPolicies.closedCidrs }}
      {{- if contains ":" . }}
      - {{ . | quote }}
      {{- end }}
      {{- end }}
{{- end }}

{{- define "realmkeep.dnsEgress" -}}
- to: {{- toYaml .Values.networkPolicies.dns | nindent 4 }}
  ports:
    - { protocol: UDP, port: 53 }
    - { protocol: TCP, port: 53 }
{{- end }}

{{/* Of network policies: a part of the product, for realms. */}}
{{- define "realmkeep.productPeers" -}}
{{- with .root.Values.networkPolicies.productCidrs }}
{{- range . }}
- ipBlock: { cidr: {{ . | quote }} }
{{- end }}
{{- else }}
- namespaceSelector:
    matchLabels:
      kubernetes.io/metadata.name: {{ .root.Release.Namespace }}
  podSelector:
    matchLabels: {{- include "realmkeep.selector" . | nindent 6 }}
{{- end }}
{{- end }}

{{/* Of network policies: pods of realms. */}}
{{- define "realmkeep.realmPeers" -}}
- namespaceSelector:
    matchLabels:
      kubernetes.io/metadata.name: {{ .Values.realms.namespace }}
  podSelector:
    matchLabels:
      app.kubernetes.io/managed-by: realmkeep
{{- end }}

{{/* Settings without those of these names, as JSON. */}}
{{- define "realmkeep.without" -}}
{{- $kept := dict }}
{{- range $name, $value := .settings }}
{{- if not (has $name $.names) }}{{ $_ := set $kept $name $value }}{{ end }}
{{- end }}
{{- toJson $kept }}
{{- end }}
