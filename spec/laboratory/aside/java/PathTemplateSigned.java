import java.util.Map;

public class PathTemplateSigned {
    static String expand(String template, Map<String, String> values) {
        for (var each : values.entrySet()) template = template.replace("{" + each.getKey() + "}", each.getValue());
        return template;
    }

    public static void main(String[] args) throws Exception {
        String route = "/v1/projects/{projectId}/jobs/{jobId}";
        String authorization = Signing.authorize("GET", route, "");
        Signing.get(expand(route, Map.of("projectId", "atlas", "jobId", "4711")), authorization);
    }
}
