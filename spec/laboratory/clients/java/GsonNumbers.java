import com.google.gson.Gson;
import java.util.Map;

public class GsonNumbers {
    public static void main(String[] args) throws Exception {
        String body = "{\"request_id\":\"20260101120000000051\",\"stages\":[],\"steps\":20,\"seed\":-1}";
        String signed = new Gson().toJson(new Gson().fromJson(body, Map.class));
        Signing.post("/v1/jobs", body, Signing.authorize("POST", "/v1/jobs", signed));
    }
}
